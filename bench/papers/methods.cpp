#include "papers/methods.hpp"

#include <Eigen/Cholesky>
#include "papers/clusters/approximate.hpp"
#include "papers/clusters/lagrange_dense.hpp"
#include "papers/clusters/lagrange_sparse.hpp"
#include "papers/clusters/projection.hpp"
#include "papers/general_joints/general_joint.hpp"

#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/mechanism/json/value.hpp"

namespace linkwork::papers {
namespace {

/// The recursion on clusters itself, in the shape of its rivals.
class ClusterRecursion final : public DynamicsMethod {
 public:
  explicit ClusterRecursion(const ClusterTree<double>& tree) : tree_(tree), work_(tree) {}

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override {
    linkwork::forwardDynamics(tree_, q, v, forces, work_, a);
  }
  void inverseDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const ConstVectorRef<double>& a, const AppliedForces<double>& forces,
                       VectorRef<double> torque) override {
    linkwork::inverseDynamics(tree_, q, v, a, forces, work_, torque);
  }

 private:
  const ClusterTree<double>& tree_;
  Workspace<double> work_;
};

/// H ÿ = Gᵀτ − C by the mass matrix of composite bodies and its Cholesky factors, cubic in the
/// degrees of freedom; then v̇ = G ÿ + g. Shares only the kinematics with the recursion.
/// Throws SimulationError where H is not positive definite.
/// Source: Walker and Orin, "Efficient Dynamic Computer Simulation of Robotic Mechanisms", 1982.
class CompositeBody final : public DynamicsMethod {
 public:
  explicit CompositeBody(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;

 private:
  const ClusterTree<double>& tree_;
  Workspace<double> work_;
  Eigen::MatrixXd mass_;
  Eigen::VectorXd bias_;  ///< C − Gᵀτ, then −ÿ
  Eigen::LLT<Eigen::MatrixXd> factors_;
};

CompositeBody::CompositeBody(const ClusterTree<double>& tree)
    : tree_(tree),
      work_(tree),
      mass_(tree.degreesOfFreedom(), tree.degreesOfFreedom()),
      bias_(tree.degreesOfFreedom()),
      factors_(tree.degreesOfFreedom()) {}

void CompositeBody::forwardDynamics(const ConstVectorRef<double>& q,
                                    const ConstVectorRef<double>& v,
                                    const AppliedForces<double>& forces, VectorRef<double> a) {
  massMatrix(tree_, q, work_, mass_);
  biasForce(tree_, q, v, forces, work_, bias_);
  updateKinematics<double>(tree_, q, v, work_);  // G and g
  factors_.compute(mass_);
  if (factors_.info() != Eigen::Success)
    throw SimulationError("composite-body: the mass matrix is not positive definite at this pose");
  factors_.solveInPlace(bias_);
  bias_ = -bias_;
  spanAccelerations(tree_, bias_, work_, a);
}

/// Lagrange multipliers in maximal coordinates (maximal/multiplier_dynamics.hpp), linear in the
/// bodies and cubic in the rows that close loops, as a DynamicsMethod. Shares only the joints'
/// kinematics and the loops' rows with the other methods. Satisfies nonholonomic constraints.
/// Throws SimulationError if a joint of the tree moves no mass, not even with its loops.
class Multipliers final : public DynamicsMethod {
 public:
  explicit Multipliers(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;

 private:
  maximal::MultiplierDynamics dynamics_;
  maximal::PartConfiguration placement_;
  maximal::PartVector velocities_, applied_, bias_, solution_;
  Eigen::VectorXd auxiliary_, q_, v_, a_;
};

Multipliers::Multipliers(const ClusterTree<double>& tree)
    : dynamics_(tree), q_(tree.initialPosition()), v_(tree.initialVelocity()), a_(v_) {
  // Allocates the workspace of the first call.
  forwardDynamics(q_, v_, AppliedForces<double>(tree), a_);
}

void Multipliers::forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                  const AppliedForces<double>& forces, VectorRef<double> a) {
  q_ = q;
  v_ = v;
  dynamics_.place(q_, placement_);
  dynamics_.partVelocities(placement_, q_, v_, velocities_);
  dynamics_.gatherForces(placement_, q_, v_, forces, applied_);
  dynamics_.addGyroscopicForces(placement_, velocities_, applied_);
  dynamics_.accelerationBias(placement_, velocities_, bias_, auxiliary_);
  dynamics_.factor(placement_);
  dynamics_.solve(applied_, bias_, auxiliary_, solution_);
  dynamics_.jointAccelerations(placement_, velocities_, solution_, a_);
  a = a_;
}

template <typename Kind>
std::unique_ptr<DynamicsMethod> exact(const Mechanism& /*mechanism*/,
                                      const ClusterTree<double>& tree) {
  return std::make_unique<Kind>(tree);
}

template <typename Kind>
std::unique_ptr<DynamicsMethod> withoutLoops(const Mechanism& mechanism,
                                             const ClusterTree<double>& tree) {
  return std::make_unique<Kind>(mechanism, tree);
}

}  // namespace

const std::array<Method, 9> methods{
    Method{"articulated-body", "recursion over clusters, linear in the bodies", true, true, false,
           exact<ClusterRecursion>},
    Method{"composite-body", "mass matrix and its Cholesky factors", true, false, false,
           exact<CompositeBody>},
    Method{"projection", "the spanning tree's equations on the velocities that loops leave", true,
           true, false, exact<Projection>},
    Method{"lagrange-dense", "the spanning tree with multipliers of its loops, dense", true, false,
           false, exact<LagrangeDense>},
    Method{"lagrange-sparse", "the spanning tree with multipliers of its loops, sparse", true, true,
           false, exact<LagrangeSparse>},
    Method{"general-joint", "six recursions for joints of any kind", true, false, false,
           exact<GeneralJoint>},
    Method{"multipliers", "Lagrange multipliers in maximal coordinates", true, false, true,
           exact<Multipliers>},
    Method{"approximate", "rotors as inertias of the joints they drive", false, true, false,
           withoutLoops<Approximate>},
    Method{"unconstrained", "the tree without loops and rotors", false, true, false,
           withoutLoops<Unconstrained>}};

std::string accelerationMethodsJson() {
  using detail::JsonValue;
  JsonValue all{JsonValue::Kind::array};
  for (const Method& method : methods) {
    if (!method.isExact) continue;
    JsonValue& each = all.items.emplace_back(JsonValue::Kind::object);
    each.add("name", JsonValue(std::string(method.name)));
    each.add("description", JsonValue(std::string(method.description)));
    each.add("nonholonomic",
             JsonValue(JsonValue::Kind::boolean, method.satisfiesNonholonomic ? 1 : 0));
  }
  return detail::writeJson(all, -1);
}

}  // namespace linkwork::papers
