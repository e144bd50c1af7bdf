#include "linkwork/integrators/discrete_equations.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/joint_displacement.hpp"
#include "linkwork/joints/resistance.hpp"
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
      for (int k = 0; k < nv; ++k) {
        const double average = u[body.velocity + k];
        if (body.hasPassiveForces) f[k] += 0.5 * h_ * resistance(body, average);
        f[k] += body.reflectedInertia * average;
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

void DiscreteEquations::momentaAtEnd(DiscreteMomenta& momenta) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const TreeBody<double>& body = tree().bodies()[i];
    momenta.bodies[i] = bodies_[i].momentum.atEnd();
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      momenta.joints[k] = body.reflectedInertia * u_[k] - 0.5 * h_ * resistance(body, u_[k]);
  }
}

double DiscreteEquations::dissipated() const {
  double work = 0;
  for (const TreeBody<double>& body : tree().bodies())
    if (body.hasPassiveForces)
      for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
        work -= h_ * resistance(body, u_[k]) * u_[k];
  return work;
}

Matrix6<double> DiscreteEquations::dampingTangent(const TreeBody<double>& body) const {
  Matrix6<double> tangent = Matrix6<double>::Zero();
  withJoint(body, [&]<typename Joint>(const Joint& joint) {
    using Velocity = typename Joint::Velocity;
    const Velocity delta = moved_.segment<Joint::velocitySize>(body.velocity, body.velocities);
    const int nv = body.velocities;
    for (int k = 0; k < nv; ++k)
      tangent.col(k).template head<Joint::velocitySize>(nv) =
          0.5 * joint.chartVelocity(delta, Velocity::Unit(nv, k));
    for (int k = 0; k < nv; ++k) tangent.row(k) *= resistanceSlope(body, u_[body.velocity + k]);
  });
  return tangent;
}

void DiscreteEquations::changeOfVelocity(const Eigen::VectorXd& change, Eigen::VectorXd& du) const {
  chartVelocity<double>(tree(), moved_, change, du);
  du /= h_;
}

}  // namespace linkwork
