#pragma once

#include "linkwork/codegen/kernel_trace.hpp"
#include "linkwork/codegen/revolute_runs.hpp"

namespace linkwork::codegen {

/// The passes of the recursion (dynamics/kernels/joint_kernels.hpp) that run in loops: those of
/// forward dynamics, then those of inverse dynamics.
enum class Pass { forward, backward, accelerate, forwardMotion, backwardForces };

inline bool isBackward(Pass pass) { return pass == Pass::backward || pass == Pass::backwardForces; }

/// Numbers of a revolute joint: N, F and τ, then its joint gain and its bias acceleration; of a
/// geared one, four more.
inline constexpr int workSize = 7, gearedWorkSize = 11;

/// Some joints of a run, each the parent of the next, as input of the code of one round.
struct Block {
  struct Revolute {
    int kind;
    bool supportsOthers;
    Pattern work;                             ///< result of the pass before
    Pattern box;                              ///< backward: the sum over its other children
    std::vector<RevoluteRuns::Joint> joints;  ///< from the first entries of the block on
    std::partial_ordering operator<=>(const Revolute&) const = default;
  };
  Pass pass;
  int lanes;
  bool startsRun, endsRun, isOnGround;
  Pattern incoming;  ///< propagated input of the pass
  std::vector<Revolute> revolutes;
  std::partial_ordering operator<=>(const Block&) const = default;
};

/// The code of a block, and its results.
struct BlockCode {
  KernelTrace::Finished code;
  Pattern outgoing;
  std::vector<Pattern> work, boxes;  ///< by revolute joint
};

/// Runs the library's own passes on a block. `angleStride`: distance from angles to sines, and from
/// sines to cosines.
BlockCode blockCode(const Block& block, const RevoluteRuns& runs, int angleStride);

/// The passes at a floating body; `work` and `box` as in a Block.
BlockCode floatingCode(Pass pass, const RevoluteRuns& runs, int floating, const Pattern& work,
                       const Pattern& box);
std::vector<double> floatingNumbers(const RevoluteRuns& runs, int floating);

}  // namespace linkwork::codegen
