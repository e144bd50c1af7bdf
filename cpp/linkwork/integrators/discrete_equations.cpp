#include "linkwork/integrators/discrete_equations.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/joint_displacement.hpp"
#include "linkwork/joints/twist_forces.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {
namespace {

/// Joints whose motion subspace depends on where they are.
template <typename Joint>
constexpr bool hasTurningSubspace =
    std::is_same_v<Joint, UniversalJoint<double>> || std::is_same_v<Joint, PlanarJoint<double>> ||
    std::is_same_v<Joint, GeneralJoint<double>>;

}  // namespace

DiscreteEquations::DiscreteEquations(StepState& node)
    : node_(&node),
      bodies_(node.tree().bodies().size()),
      joints_(bodies_.size()),
      u_(node.tree().velocitySize()),
      moved_(node.tree().velocitySize()),
      residual_(node.tree().velocitySize()),
      endSubspaces_(6, node.tree().velocitySize()) {}

void DiscreteEquations::begin(double h, const DiscreteMomenta& momenta) {
  h_ = h;
  momenta_ = &momenta;
  endSubspaces_ = node_->work().jointSubspaces;
}

void DiscreteEquations::moveBody(int index) {
  const TreeBody<double>& body = tree().body(index);
  BodyStep& here = bodies_[static_cast<std::size_t>(index)];
  Displacement& jointMoved = joints_[static_cast<std::size_t>(index)];
  withJoint(body, [&]<typename Joint>(const Joint& joint) {
    const typename Joint::Position position =
        node_->q().segment<Joint::positionSize>(body.position, body.positions);
    const typename Joint::Velocity delta =
        moved_.segment<Joint::velocitySize>(body.velocity, body.velocities);
    jointMoved = displacement(joint, position, delta);
    if constexpr (hasTurningSubspace<Joint>)
      endSubspaces_.middleCols<Joint::velocitySize>(body.velocity, body.velocities) =
          joint.motionSubspace(joint.retract(position, delta));
  });
  here.moved = jointMoved;
  if (body.parent != ground)
    here.moved = bodies_[static_cast<std::size_t>(body.parent)].moved.seenFrom(
                     node_->work().of(index).toParent) *
                 jointMoved;
  here.twist = here.moved.log();
  here.momentum = discreteMomentum(body.inertia, here.twist, h_);
  here.impulse = here.momentum.atStart() - momenta_->bodies[static_cast<std::size_t>(index)];
}

bool DiscreteEquations::evaluate(const Eigen::VectorXd& u) {
  u_ = u;
  moved_ = h_ * u;
  const int count = static_cast<int>(bodies_.size());
  for (int i = 0; i < count; ++i) {
    moveBody(i);
    const double turn = bodies_[static_cast<std::size_t>(i)].twist.head<3>().squaredNorm();
    if (!(turn < largestTurn * largestTurn)) return false;
  }

  residual_ = -momenta_->joints;
  double sum = 0;
  for (int i = count - 1; i >= 0; --i) {
    const TreeBody<double>& body = tree().body(i);
    const Vector6<double>& impulse = bodies_[static_cast<std::size_t>(i)].impulse;
    withVelocitySize(body.velocities, [&]<int nv>() {
      auto f = residual_.segment<nv>(body.velocity);
      f += node_->work().jointSubspaces.middleCols<nv>(body.velocity).transpose() * impulse;
      if (body.hasPassiveForces)
        addResistance(i, 0.5 * h_, node_->work().jointSubspaces, residual_);
      for (int k = 0; k < nv; ++k) {
        f[k] += body.reflectedInertia * u[body.velocity + k];
        sum += f[k];
      }
    });
    if (body.parent != ground)
      bodies_[static_cast<std::size_t>(body.parent)].impulse +=
          node_->work().of(i).toParent.wrenchToParent(impulse);
  }
  for (ClusterDisplacement& cluster : node_->clusters())
    cluster.moveTo(tree(), u, h_, joints_, endSubspaces_, node_->work());
  return std::isfinite(sum);
}

/// ξ: the twist that is the same at both ends of the step.
Vector6<double> DiscreteEquations::averageTwist(int index) const {
  return joints_[static_cast<std::size_t>(index)].log() / h_;
}

/// Adds impulse · d of a body's joint, with S where it acts.
void DiscreteEquations::addResistance(int index, double impulse, const Matrix6X<double>& subspaces,
                                      Eigen::VectorXd& forces) const {
  const TreeBody<double>& body = tree().body(index);
  if (body.resistsTwist())
    forces.segment(body.velocity, body.velocities) +=
        impulse * subspaces.middleCols(body.velocity, body.velocities)
                      .transpose()
                      .lazyProduct(resistingWrench(body, averageTwist(index)));
  else
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      forces[k] += impulse * resistance(resistanceAt(k, body, relieved_), u_[k]);
}

void DiscreteEquations::momentaAtEnd(DiscreteMomenta& momenta) const {
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    const TreeBody<double>& body = tree().body(i);
    momenta.bodies[static_cast<std::size_t>(i)] =
        bodies_[static_cast<std::size_t>(i)].momentum.atEnd();
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      momenta.joints[k] = body.reflectedInertia * u_[k];
    if (body.hasPassiveForces) addResistance(i, -0.5 * h_, endSubspaces_, momenta.joints);
  }
}

double DiscreteEquations::dissipated() const {
  double work = 0;
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    const TreeBody<double>& body = tree().body(i);
    if (!body.hasPassiveForces) continue;
    if (body.resistsTwist()) {
      const Vector6<double> twist = averageTwist(i);
      work -= h_ * twist.dot(resistingWrench(body, twist));
      continue;
    }
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      work -= h_ * resistance(resistanceAt(k, body, relieved_), u_[k]) * u_[k];
  }
  return work;
}

/// ½ S_kᵀ d'(ξ) T(h ξ)⁻¹ S_{k+1}.
Matrix6<double> DiscreteEquations::twistDampingTangent(const TreeBody<double>& body) const {
  const Vector6<double> twist = averageTwist(static_cast<int>(&body - tree().bodies().data()));
  const auto tangentInverse = se3::rightTangentInverseBlocks(Vector6<double>(h_ * twist));
  Matrix6<double> tangent = Matrix6<double>::Zero();
  for (int l = 0; l < body.velocities; ++l) {
    Vector6<double> change = tangentInverse * Vector6<double>(endSubspaces_.col(body.velocity + l));
    for (int k = 0; k < 6; ++k) change[k] *= 0.5 * resistanceSlope(body, twist[k]);
    for (int k = 0; k < body.velocities; ++k)
      tangent(k, l) = node_->work().jointSubspaces.col(body.velocity + k).dot(change);
  }
  return tangent;
}

Matrix6<double> DiscreteEquations::dampingTangent(const TreeBody<double>& body) const {
  if (body.resistsTwist()) return twistDampingTangent(body);
  Matrix6<double> tangent = Matrix6<double>::Zero();
  withJoint(body, [&]<typename Joint>(const Joint& joint) {
    using Velocity = typename Joint::Velocity;
    const Velocity delta = moved_.segment<Joint::velocitySize>(body.velocity, body.velocities);
    const int nv = body.velocities;
    for (int k = 0; k < nv; ++k)
      tangent.col(k).template head<Joint::velocitySize>(nv) =
          0.5 * joint.chartVelocity(delta, Velocity::Unit(nv, k));
    for (int k = body.velocity; k < body.velocity + nv; ++k)
      tangent.row(k - body.velocity) *= resistanceSlope(resistanceAt(k, body, relieved_), u_[k]);
  });
  return tangent;
}

void DiscreteEquations::changeOfVelocity(const Eigen::VectorXd& change, Eigen::VectorXd& du) const {
  chartVelocity<double>(tree(), moved_, change, du);
  du /= h_;
}

}  // namespace linkwork
