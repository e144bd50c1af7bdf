#pragma once

#include <optional>
#include <string_view>

#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/program.hpp"

namespace linkwork::codegen {

/// A step of an explicit integrator (dynamics/explicit_steps.hpp) as expressions of the
/// accelerations: the states of its stages, and the state at its end.
struct StepTrace {
  /// Input arrays. After `ahead` the accelerations by stage, each with a guard behind it, and last
  /// the joints' numbers.
  enum Array { positions, velocities, torques, length, ahead, answers };
  int numbers() const { return answers + static_cast<int>(stages.size()); }

  /// Input arrays that are q and v.
  struct Given {
    Array q, v;
  };
  struct State {
    VectorX<Expression> q, v;
    std::optional<Given> given = {};  ///< where they are just what some arrays hold
  };

  std::shared_ptr<symbolic::Graph> graph;
  std::vector<State> stages;
  State end;
  std::vector<Expression> powers;  ///< at each body's joint, the mean over the step
  std::vector<double> parameters;  ///< of joints, one body after the other
};

/// How many stages an integrator has. Throws MechanismError, listing the names, if there is none of
/// that name.
int stagesOf(std::string_view integrator);

/// The arrays, without the joints' numbers.
std::vector<symbolic::Program::Array> stepArrays(const ClusterTree<double>& tree, int stages);

/// in   keepParameters   whether damping and friction are inputs; else they are folded in
StepTrace traceStep(const ClusterTree<double>& tree, std::string_view integrator,
                    bool keepParameters);

}  // namespace linkwork::codegen
