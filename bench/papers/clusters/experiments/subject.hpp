#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linkwork/dynamics/operational_space.hpp"
#include "linkwork/mechanism.hpp"
#include "papers/methods.hpp"
#include "timing.hpp"

namespace linkwork::bench {

/// A mechanism at a random state on its loops, with an end-effector, ready to be computed with.
class Subject {
 public:
  Subject(const Mechanism& description, const std::string& endEffector);

  /// Every method that answers the question, the recursion on clusters first.
  std::vector<Candidate> forwardDynamics();
  std::vector<Candidate> inverseDynamics();
  std::vector<Candidate> inverseInertia();

  const Mechanism mechanism;
  const ClusterTree<double> tree;

 private:
  struct LooseTree;
  using Question = std::function<void(papers::DynamicsMethod&)>;
  std::vector<Candidate> candidatesOf(bool ofInverseDynamics, const Question& question);

  Workspace<double> work_;
  OperationalSpace<double> space_;
  AppliedForces<double> forces_;
  Eigen::VectorXd q_, v_, a_, torque_;
  Eigen::MatrixXd inverse_;
};

}  // namespace linkwork::bench
