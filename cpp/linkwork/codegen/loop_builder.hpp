#pragma once

#include "linkwork/codegen/hinge_kernels.hpp"

namespace linkwork::codegen {

/// Makes loops of blocks that are alike, and finds places for all that they read and write.
class LoopBuilder {
 public:
  LoopBuilder(const HingeRuns& runs, std::vector<symbolic::Program::Array> inputs);

  /// The angles of all hinges.
  void turn();
  /// All passes of forward dynamics.
  void forwardDynamics();
  symbolic::LoopProgram finish(const char* name);

 private:
  using Run = HingeRuns::Run;

  /// Hinges of a run: those from its place `first` on.
  struct Site {
    const Run* run;
    int first, count;
  };
  /// As many rounds of a site, each further on, or further back, than the one before.
  struct Rounds {
    Site site;
    int rounds;
  };

  Block blockAt(Pass pass, const Site& site) const;
  const BlockCode& codeOf(const Block& block);
  /// Goes along a run hinge by hinge: which patterns there are.
  void followPatterns(Pass pass, const Run& run);
  void addLoops(Pass pass, const Run& run);
  Rounds longestRounds(Pass pass, const Run& run, int done);
  void addLoop(Pass pass, const Rounds& found);
  void addFloating(Pass pass, int floating);
  void addKernel(const KernelTrace::Finished& code, int lanes, const std::vector<int>& strides,
                 bool repeats);
  /// A kernel of its own, and its only loop.
  void addOnce(const KernelTrace::Finished& code, const std::vector<int>& first, int rounds,
               const std::vector<int>& strides);

  std::vector<int> placesOf(const BlockCode& code, const Site& site) const;
  int placeOf(const RoomOf& room, const Site& site, int lane) const;
  std::vector<double> numbersOf(const BlockCode& code, const Site& site) const;
  int memoryOf(Room room) const;
  int placeOfNumbers(const std::vector<double>& numbers);

  const HingeRuns& runs_;
  symbolic::LoopProgram program_;
  std::vector<double> parameters_;
  std::map<std::vector<double>, int> knownNumbers_;
  std::map<Block, BlockCode> codes_;
  std::map<std::pair<Block, std::vector<int>>, int> kernels_;  ///< by what strides they have

  /// Of the pass that is being written: by hinge, and by body what it sums up or hands on.
  std::vector<Pattern> incoming_, work_, left_;
  std::map<int, Pattern> motions_, articulated_, increments_;
  std::vector<Pattern> floatingWork_;
  int workPlace_, floatingPlace_, motionsPlace_, articulatedPlace_, incrementsPlace_;
};

}  // namespace linkwork::codegen
