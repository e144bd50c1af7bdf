#pragma once

#include "linkwork/codegen/hinge_runs.hpp"
#include "linkwork/codegen/kernel_trace.hpp"

namespace linkwork::codegen {

/// The passes of the recursion (dynamics/hinges/recursion.hpp) that loops take.
enum class Pass { outward, inward, accelerate };

/// What a hinge keeps: N, F and τ, then its gain and its free rate; of a geared one, four more.
inline constexpr int workSize = 7, gearedWorkSize = 11;

/// Some hinges of a run, each of which carries the next, as the code of one round sees them.
struct Block {
  struct Hinge {
    int kind;
    bool carriesOthers;
    Pattern work;                          ///< what the pass before has left of it
    Pattern box;                           ///< inward: the sum over what else it carries
    std::vector<HingeRuns::Joint> joints;  ///< from the least entries of the block on
    auto operator<=>(const Hinge&) const = default;
  };
  Pass pass;
  int lanes;
  bool startsRun, endsRun, isOnGround;
  Pattern incoming;  ///< what the pass brings along
  std::vector<Hinge> hinges;
  auto operator<=>(const Block&) const = default;
};

/// The code of a block, and what it leaves.
struct BlockCode {
  KernelTrace::Finished code;
  Pattern outgoing;
  std::vector<Pattern> work, boxes;  ///< by hinge
};

/// The library's own passes, run on a block. `angleRoom`: how far sines stand behind angles, and
/// cosines behind sines.
BlockCode blockCode(const Block& block, const HingeRuns& runs, int angleRoom);

/// The passes at a body that floats, outward and inward; `articulated` as in Block::box.
BlockCode floatingOutward(const HingeRuns& runs, int floating);
BlockCode floatingInward(const HingeRuns& runs, int floating, const Pattern& work,
                         const Pattern& articulated);
std::vector<double> floatingNumbers(const HingeRuns& runs, int floating);

}  // namespace linkwork::codegen
