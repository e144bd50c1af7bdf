#pragma once

#include <compare>
#include <map>

#include "linkwork/codegen/step_trace.hpp"

namespace linkwork::codegen {

/// What a step does besides asking for accelerations, as loops over joints that are alike:
/// coordinates that add, and bodies that float. Its programs have the arrays of a StepTrace.
class StepLoops {
 public:
  StepLoops(const ClusterTree<double>& tree, std::string_view integrator);

  int stages() const { return stages_; }
  /// What arrays hold the state of a stage, if any do.
  std::optional<StepTrace::Given> given(int stage) const;
  /// q and v of a stage.
  symbolic::Program stage(int stage) const;
  /// q and v after the step, the mean power in it, and a guard that always serves.
  symbolic::Program end() const;
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  /// Joints of one kind take the same code.
  struct Kind {
    bool floats, isDamped, isRough;
    auto operator<=>(const Kind&) const = default;
  };
  /// Joints of a kind, each where the one before ends.
  struct Row {
    Kind kind;
    int position, velocity, number, count;
  };

  void addJoint(std::string_view integrator, const TreeBody<double>& body, int coordinate);
  /// How many numbers each of its joints has.
  int numbersOf(const Kind& kind) const {
    return kind.isDamped + kind.isRough +
           (kind.floats && stages_ == 1 ? TurningRoot<double>::numberCount : 0);
  }
  symbolic::Program program(const char* name) const;
  /// Adds the loops that leave a joint's state, and its power where asked for.
  void addLoops(const std::function<const StepTrace::State&(const StepTrace&)>& stateOf,
                bool withPower, symbolic::Program& program) const;

  const ClusterTree<double>& tree_;
  int stages_;
  std::map<Kind, StepTrace> kinds_;
  std::vector<Row> rows_;
  std::vector<double> parameters_;
};

}  // namespace linkwork::codegen
