#include "linkwork/integrators/discrete_equations.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/joints/twist_forces.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {

DiscreteEquations::DiscreteEquations(StepState& knot) : knot_(&knot), recursion_(knot.tree()) {}

void DiscreteEquations::begin(double h, const DiscreteMomenta<double>& momenta) {
  momenta_ = &momenta;
  recursion_.begin(h, knot_->q(), knot_->work());
}

bool DiscreteEquations::evaluate(const Eigen::VectorXd& u) {
  if (!recursion_.evaluate(u, momenta_->bodies, momenta_->joints)) return false;
  for (ClusterDisplacement& cluster : knot_->clusters())
    cluster.moveTo(tree(), u, step(), joints(), endSubspaces(), knot_->work());
  return true;
}

double DiscreteEquations::dissipated() const {
  double work = 0;
  for (int i = 0; i < static_cast<int>(bodies().size()); ++i) {
    const TreeBody<double>& body = tree().body(i);
    if (!body.hasPassiveForces) continue;
    if (body.resistsTwist()) {
      const Vector6<double> twist = recursion_.averageTwist(i);
      work -= step() * twist.dot(resistingWrench(body, twist));
      continue;
    }
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      work -= step() * resistance(recursion_.resistanceAlong(k, body), u()[k]) * u()[k];
  }
  return work;
}

/// ½ S_kᵀ d'(ξ) T(h ξ)⁻¹ S_{k+1}.
Matrix6<double> DiscreteEquations::twistDampingTangent(const TreeBody<double>& body) const {
  const Vector6<double> twist =
      recursion_.averageTwist(static_cast<int>(&body - tree().bodies().data()));
  const auto tangentInverse = se3::rightTangentInverseBlocks(Vector6<double>(step() * twist));
  Matrix6<double> tangent = Matrix6<double>::Zero();
  for (int l = 0; l < body.velocities; ++l) {
    Vector6<double> change =
        tangentInverse * Vector6<double>(endSubspaces().col(body.velocity + l));
    for (int k = 0; k < 6; ++k) change[k] *= 0.5 * resistanceSlope(body, twist[k]);
    for (int k = 0; k < body.velocities; ++k)
      tangent(k, l) = knot_->work().jointSubspaces.col(body.velocity + k).dot(change);
  }
  return tangent;
}

Matrix6<double> DiscreteEquations::jointTangent(const TreeBody<double>& body) const {
  if (body.resistsTwist()) return twistDampingTangent(body);
  Matrix6<double> tangent = Matrix6<double>::Zero();
  withJoint(body, [&]<typename Joint>(const Joint& joint) {
    using Velocity = typename Joint::Velocity;
    const Velocity delta =
        recursion_.moved().segment<Joint::velocitySize>(body.velocity, body.velocities);
    const int nv = body.velocities;
    for (int k = 0; k < nv; ++k)
      tangent.col(k).template head<Joint::velocitySize>(nv) =
          joint.chartVelocity(delta, Velocity::Unit(nv, k));
    for (int k = body.velocity; k < body.velocity + nv; ++k)
      tangent.row(k - body.velocity) *=
          0.5 * resistanceSlope(recursion_.resistanceAlong(k, body), u()[k]) +
          body.armature / step();
  });
  return tangent;
}

void DiscreteEquations::changeOfVelocity(const Eigen::VectorXd& change, Eigen::VectorXd& du) const {
  chartVelocity<double>(tree(), recursion_.moved(), change, du);
  du /= step();
}

}  // namespace linkwork
