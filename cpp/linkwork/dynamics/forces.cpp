#include "linkwork/dynamics/forces.hpp"

#include "linkwork/jet.hpp"
#include "linkwork/joints/twist_forces.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {
namespace {

/// q ⊖ rest of a joint: the displacement of its spring.
template <typename Joint, typename Scalar>
typename Joint::Velocity springDeflection(const Joint& joint, const TreeBody<Scalar>& body,
                                          const ConstVectorRef<Scalar>& q) {
  typename Joint::Position position =
      q.template segment<Joint::positionSize>(body.position, body.positions);
  typename Joint::Position rest = Joint::Position::Constant(body.positions, body.rest);
  // On a group, rest is the identity: validation rejects any other for spherical and free joints.
  if constexpr (Joint::positionSize != Joint::velocitySize)
    rest = joint.closest(Transform<Scalar>::Identity());
  return joint.difference(rest, position);
}

/// S and J of a joint with charts, and its twist.
template <typename Scalar>
struct ChartMotion {
  JointMotion<Scalar> joint;
  Vector6<Scalar> twist;

  ChartMotion(const TreeBody<Scalar>& body, const ConstVectorRef<Scalar>& q,
              const ConstVectorRef<Scalar>& v) {
    body.function->evaluate(q.data() + body.position, v.data() + body.velocity, joint);
    twist = joint.subspace * v.segment(body.velocity, body.velocities);
  }
};

/// The forces of twist_forces.hpp.
template <typename Scalar>
void addTwistForces(const TreeBody<Scalar>& body, const ConstVectorRef<Scalar>& q,
                    const ConstVectorRef<Scalar>& v, VectorRef<Scalar>& torque) {
  const ChartMotion<Scalar> motion(body, q, v);
  Vector6<Scalar> wrench = resistingWrench(body, motion.twist);
  if (body.stiffness != Scalar(0)) wrench += springWrench(body, displacementOf(motion.joint.pose));
  torque.segment(body.velocity, body.velocities) -= motion.joint.subspace.transpose() * wrench;
}

}  // namespace

template <typename Scalar>
void addPassiveForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                      const ConstVectorRef<Scalar>& v, VectorRef<Scalar> torque) {
  for (const PassiveJoint<Scalar>& given : tree.passiveJoints()) {
    for (int k = 0; k < given.count; ++k) {
      Scalar& force = torque[given.velocity + k];
      const Scalar& velocity = v[given.velocity + k];
      force -= given.damping * velocity;
      if (given.stiffness != Scalar(0))
        force -= given.stiffness * (q[given.position + k] - given.rest);
      if (given.friction != Scalar(0)) force -= given.friction * dryFriction(velocity);
    }
    if (given.count > 0) continue;
    const TreeBody<Scalar>& body = tree.body(given.body);
    if (body.resistsTwist()) {
      addTwistForces(body, q, v, torque);
      continue;
    }
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      const typename Joint::Velocity velocity =
          v.template segment<Joint::velocitySize>(body.velocity, body.velocities);
      auto force = torque.template segment<Joint::velocitySize>(body.velocity, body.velocities);
      force -= body.damping * velocity;
      if (body.stiffness != Scalar(0)) {
        const typename Joint::Velocity drawn = springDeflection(joint, body, q);
        force -= body.stiffness * joint.chartForce(drawn, drawn);
      }
      if (body.friction != Scalar(0))
        for (int k = 0; k < velocity.size(); ++k)
          force[k] -= body.friction * dryFriction(velocity[k]);
    });
  }
}

void WarmStartForce::addRelief(const ConstVectorRef<double>& v, VectorRef<double> forces) const {
  if (!relieves) return;
  for (Eigen::Index k = 0; k < relieved.size(); ++k)
    if (relieved[k] != 0) forces[k] += relieved[k] * dryFriction(v[k]);
}

template <typename Scalar>
void applyJointForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                      const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                      Workspace<Scalar>& work) {
  work.jointForces = forces.torque;
  addPassiveForces<Scalar>(tree, q, v, work.jointForces);
}

template <typename Scalar>
void applyForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                 const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                 Workspace<Scalar>& work) {
  applyJointForces(tree, q, v, forces, work);
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    BodyWorkspace<Scalar>& here = work.bodies[i];
    if (forces.hasWrenches)
      here.force = -here.pose.wrenchToChild(forces.wrenches[i]);
    else
      here.force.setZero();
  }
}

template <typename Scalar>
Scalar springEnergy(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q) {
  Scalar energy(0);
  for (const TreeBody<Scalar>& body : tree.bodies()) {
    if (body.stiffness == Scalar(0)) continue;
    Scalar square(0);
    if (body.resistsTwist())
      square = displacementOf(body.function->pose(q.data() + body.position)).squaredNorm();
    else
      withJoint(body, [&](const auto& joint) {
        square = springDeflection(joint, body, q).squaredNorm();
      });
    energy += Scalar(0.5) * body.stiffness * square;
  }
  return energy;
}

template <typename Scalar>
Scalar dissipation(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                   const ConstVectorRef<Scalar>& v) {
  Scalar power(0);
  for (const PassiveJoint<Scalar>& given : tree.passiveJoints()) {
    for (int k = given.velocity; k < given.velocity + given.count; ++k)
      power -= v[k] * resistance(given, v[k]);
    if (given.count > 0) continue;
    const TreeBody<Scalar>& body = tree.body(given.body);
    if (body.resistsTwist()) {
      const Vector6<Scalar> twist = ChartMotion<Scalar>(body, q, v).twist;
      power -= twist.dot(resistingWrench(body, twist));
      continue;
    }
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      power -= v[k] * resistance(body, v[k]);
  }
  return power;
}

template void applyForces(const ClusterTree<double>&, const ConstVectorRef<double>&,
                          const ConstVectorRef<double>&, const AppliedForces<double>&,
                          Workspace<double>&);
template void applyJointForces(const ClusterTree<double>&, const ConstVectorRef<double>&,
                               const ConstVectorRef<double>&, const AppliedForces<double>&,
                               Workspace<double>&);
template void applyJointForces(const ClusterTree<DerivativeJet>&,
                               const ConstVectorRef<DerivativeJet>&,
                               const ConstVectorRef<DerivativeJet>&,
                               const AppliedForces<DerivativeJet>&, Workspace<DerivativeJet>&);
template void applyForces(const ClusterTree<DerivativeJet>&, const ConstVectorRef<DerivativeJet>&,
                          const ConstVectorRef<DerivativeJet>&, const AppliedForces<DerivativeJet>&,
                          Workspace<DerivativeJet>&);
template void addPassiveForces(const ClusterTree<double>&, const ConstVectorRef<double>&,
                               const ConstVectorRef<double>&, VectorRef<double>);
template double springEnergy(const ClusterTree<double>&, const ConstVectorRef<double>&);
template double dissipation(const ClusterTree<double>&, const ConstVectorRef<double>&,
                            const ConstVectorRef<double>&);

}  // namespace linkwork
