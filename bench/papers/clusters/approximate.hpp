#pragma once

#include "papers/clusters/independent_tree.hpp"
#include "papers/dynamics_method.hpp"

namespace linkwork::papers {

/// Dynamics without the loops: the library's own recursions on the independent tree
/// (independent_tree.hpp says what stays in it), in the layout of the whole mechanism.
///
///   (H_t + diag(Σ N² I)) q̈_t = τ_t + Σ N τ_rotor − C_t      approximate: rotors reflected
///    H_t                  q̈_t = τ_t + Σ N τ_rotor − C_t      unconstrained: rotors ignored
///
/// Joints that the tree leaves out get accelerations by their gear's ratio, or zero, and no torque
/// by inverse dynamics. Wrenches on bodies that are gone are not felt.
///
/// cost  that of forwardDynamics and inverseDynamics on the smaller tree, and a copy of the state;
///       no allocation after construction
/// Source: Chignoli et al., sections II-C to II-E.
class Approximate : public DynamicsMethod {
 public:
  Approximate(const Mechanism& mechanism, const ClusterTree<double>& tree,
              bool reflectsRotors = true);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;
  void inverseDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const ConstVectorRef<double>& a, const AppliedForces<double>& forces,
                       VectorRef<double> torque) override;

  const IndependentTree& independent() const { return part_; }

 private:
  void takeState(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v);
  void takeForces(const AppliedForces<double>& forces);

  const ClusterTree<double>& whole_;
  IndependentTree part_;
  Workspace<double> work_;
  AppliedForces<double> forces_;
  Eigen::VectorXd q_, v_, a_, torque_;
};

/// The same with rotors ignored.
class Unconstrained final : public Approximate {
 public:
  Unconstrained(const Mechanism& mechanism, const ClusterTree<double>& tree)
      : Approximate(mechanism, tree, false) {}
};

}  // namespace linkwork::papers
