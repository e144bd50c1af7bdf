#pragma once

#include "linkwork/codegen/loop_layout.hpp"

namespace linkwork::codegen {

/// Makes loops of blocks that are alike.
class LoopBuilder {
 public:
  /// Of forward dynamics, or of inverse. `keepParameters`: no two places share their numbers.
  LoopBuilder(const HingeRuns& runs, bool isInverse, bool keepParameters);

  symbolic::Program write();

 private:
  using Run = HingeRuns::Run;

  /// As many rounds of a site, each further on, or further back, than the one before.
  struct Rounds {
    Site site;
    int rounds;
  };

  /// The angles of all hinges.
  void turn();
  /// All passes.
  void run();
  Block blockAt(Pass pass, const Site& site) const;
  const BlockCode& codeOf(const Block& block);
  Pattern sumAt(const Run& run, int place) const;
  /// Goes along a run hinge by hinge: which patterns there are.
  void followPatterns(Pass pass, const Run& run);
  void addLoops(Pass pass, const Run& run);
  Rounds longestRounds(Pass pass, const Run& run, int done);
  void addLoop(Pass pass, const Rounds& found);
  void addFloating(Pass pass, int floating);
  void addKernel(const KernelTrace::Finished& code, int lanes, const std::vector<int>& strides);
  /// A kernel of its own, and its only loop.
  void addOnce(const KernelTrace::Finished& code, const std::vector<int>& first, int rounds,
               const std::vector<int>& strides);

  std::vector<double> numbersOf(const BlockCode& code, const Site& site) const;
  int placeOfNumbers(const std::vector<double>& numbers);

  const HingeRuns& runs_;
  const bool isInverse_, keepParameters_;
  const LoopLayout layout_;
  symbolic::Program program_;
  std::vector<double> parameters_;
  std::map<std::vector<double>, int> knownNumbers_;
  std::map<Block, BlockCode> codes_;
  std::map<std::pair<Block, std::vector<int>>, int> kernels_;  ///< by what strides they have

  /// Of the pass that is being written: by hinge, and by body what it sums up or hands on.
  std::vector<Pattern> incoming_, work_, left_;
  std::map<int, Pattern> motions_, sums_, increments_;
  std::vector<Pattern> floatingWork_;
};

}  // namespace linkwork::codegen
