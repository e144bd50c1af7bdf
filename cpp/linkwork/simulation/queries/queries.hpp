#pragma once

#include <memory>
#include <span>
#include <vector>

#include "linkwork/contact/queries/contact_accelerations.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/dynamics/queries/impact.hpp"
#include "linkwork/simulation/queries/collider_queries.hpp"
#include "linkwork/simulation/queries/joint_reactions.hpp"
#include "linkwork/simulation/stepping.hpp"

namespace linkwork {

/// Queries of a simulation at its current state, under all forces. Each function is that of
/// Simulation. State, forces and stepping outlive it.
class Queries {
 public:
  Queries(SimulationState& state, ActingForces& forces, Stepping& stepping);

  const Eigen::VectorXd& forwardDynamics();
  const Eigen::VectorXd& inverseDynamics(std::span<const double> a);
  const ForwardDynamicsDerivatives& forwardDynamicsDerivatives();
  const InverseDynamicsDerivatives& inverseDynamicsDerivatives(std::span<const double> a);
  const StepMap& stepMap();
  const MassMatrix& massMatrix();

  std::span<const double> reactions(ReactionAxes axes);
  std::vector<ContactForce> contactForces() const;
  ColliderQueries& colliders();
  std::vector<LimitForce> limitForces() const;
  std::vector<double> tendonLimitForces() const;
  double contactError() const;
  const Eigen::VectorXd& actuatorForces();
  const Eigen::VectorXd& prescribedForces();
  /// Clears what depends on which motions are prescribed.
  void clearMotions() { contacts_.reset(); }
  double motorForce(const DriveTerm& joint);

  void applyImpulse(std::string_view body, const Eigen::Vector3d& point,
                    const Eigen::Vector3d& impulse);
  TestForceResponse applyTestForce(std::string_view body, const Eigen::Vector3d& point,
                                   const Eigen::Vector3d& force);
  ImpactRows<double> impactRows(const std::vector<NamedEndEffector>& endEffectors) const;
  const Eigen::MatrixXd& inverseOperationalSpaceInertia(ImpactRows<double>& rows);
  Eigen::VectorXd collide(ImpactRows<double>& rows, double restitution);

 private:
  struct Derivatives {
    explicit Derivatives(const ClusterTree<double>& tree)
        : work(tree), forward(tree), inverse(tree) {}

    DerivativesWorkspace work;
    ForwardDynamicsDerivatives forward;
    InverseDynamicsDerivatives inverse;
  };

  struct Contacts {
    Contacts(const Mechanism& mechanism, const ClusterTree<double>& tree, const Drives& drives)
        : accelerations(mechanism, tree, drives), forces(tree) {}

    contact::ContactAccelerations accelerations;
    AppliedForces<double> forces;
  };

  const AppliedForces<double>& gather();
  Derivatives& derivatives();
  std::string_view nameOf(int body) const;

  SimulationState& state_;
  ActingForces& forces_;
  Stepping& stepping_;
  AppliedForces<double> applied_;
  Eigen::VectorXd acceleration_, torque_, actuatorForces_;
  std::unique_ptr<Derivatives> derivatives_;    ///< made on first use
  std::unique_ptr<StepMap> stepMap_;            ///< the same
  std::unique_ptr<MassMatrix> mass_;            ///< the same
  std::unique_ptr<JointReactions> reactions_;   ///< the same
  std::unique_ptr<Contacts> contacts_;          ///< the same
  std::unique_ptr<ColliderQueries> colliders_;  ///< the same
};

}  // namespace linkwork
