#include "linkwork/simulation/acting_forces.hpp"

#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {
namespace {

using Jets3 = Vector3<DerivativeJet>;

/// How forces on bodies depend on the state: wrenches are constant, point forces move with their
/// points, the pull moves its point to the target.
ForceLaw lawOf(const ExternalForces& external) {
  return [&external](const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                     AppliedForces<DerivativeJet>& forces) {
    for (std::size_t i = 0; i < forces.wrenches.size(); ++i)
      forces.wrenches[i] = external.wrenches[i].cast<DerivativeJet>();
    const auto push = [&](int body, const Jets3& place, const Jets3& force) {
      Vector6<DerivativeJet>& wrench = forces.wrenches[static_cast<std::size_t>(body)];
      wrench.head<3>() += place.cross(force);
      wrench.tail<3>() += force;
    };
    for (const PointForce& given : external.pointForces)
      push(given.body, bodyPose(tree, given.body, work) * Jets3(given.point.cast<DerivativeJet>()),
           given.force.cast<DerivativeJet>());
    if (!external.pull) return;
    const Pull& pull = *external.pull;
    const Jets3 point = pull.point.cast<DerivativeJet>();
    const Jets3 place = bodyPose(tree, pull.body, work) * point;
    const Jets3 speed = pointVelocity<DerivativeJet>(tree, pull.body, point, work);
    push(pull.body, place,
         DerivativeJet(pull.stiffness) * (pull.target.cast<DerivativeJet>() - place) -
             DerivativeJet(pull.damping) * speed);
  };
}

}  // namespace

const Eigen::VectorXd& ActingForces::motorTorque(const ClusterTree<double>& tree, double time,
                                                 const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                                 Workspace<double>& work) {
  if (motors) {
    motors->update(tree, time, q, v, work);
    motorTorque_ = motors->torque();
  } else {
    motorTorque_.setZero();
  }
  return motorTorque_;
}

const AppliedForces<double>& ActingForces::gather(const ClusterTree<double>& tree, double time,
                                                  const Eigen::VectorXd& q,
                                                  const Eigen::VectorXd& v,
                                                  Workspace<double>& work) {
  if (motors) motorTorque(tree, time, q, v, work);
  gatherForces(tree, external, q, v, work, gathered_);
  if (motors) gathered_.torque += motorTorque_;
  if (push.acts) {
    gathered_.torque += push.torque;
    if (!gathered_.hasWrenches) updateJointTransforms(tree, q, work);
    BodyPaths paths(tree, work);
    addPush(q, paths);
  }
  return gathered_;
}

/// Adds the contact forces to the wrenches.
void ActingForces::addPush(const ConstVectorRef<double>& q, BodyPaths& paths) {
  if (!push.bodies.empty() && !gathered_.hasWrenches)
    for (Vector6<double>& wrench : gathered_.wrenches) wrench.setZero();
  for (const WarmStartForce::OnBody& given : push.bodies) {
    const Eigen::Vector3d place = paths.motionOf(given.body, given.point, q).place;
    Vector6<double>& wrench = gathered_.wrenches[static_cast<std::size_t>(given.body)];
    wrench.head<3>() += place.cross(given.force) + given.moment;
    wrench.tail<3>() += given.force;
    gathered_.hasWrenches = true;
  }
}

double ActingForces::accelerate(const ClusterTree<double>& tree, double time,
                                const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                Workspace<double>& work, Eigen::VectorXd& a) {
  if (!q.allFinite() || !v.allFinite())  // later errors would name the mechanism as the cause
    throw SimulationError("numbers are no longer finite");
  gathered_.torque = external.torque;
  gathered_.hasWrenches = false;  // forces on bodies are projected onto the joints
  if (motors) gathered_.torque += motorTorque(tree, time, q, v, work);
  if (motors && motors->acceleration() && actAlone()) {
    a = *motors->acceleration();
    return gathered_.torque.dot(v) + dissipation<double>(tree, q, v);
  }
  push.addRelief(v, gathered_.torque);
  const bool isTurned = external.actsOnBodies() || push.acts;
  if (isTurned) {
    updateJointTransforms(tree, q, work);
    projectForces(tree, external, q, v, work, gathered_.torque);
  }
  if (push.acts) {
    gathered_.torque += push.torque;
    BodyPaths paths(tree, work);
    addPush(q, paths);
    if (gathered_.hasWrenches) paths.project(gathered_.wrenches, q, gathered_.torque);
    gathered_.hasWrenches = false;
  }
  if (!runCompiled(q, v, gathered_.torque, compiled.forward, a)) {
    if (!isTurned) updateJointTransforms(tree, q, work);
    aba(tree, q, v, gathered_, work, a);
  }
  return gathered_.torque.dot(v) + dissipation<double>(tree, q, v);
}

bool ActingForces::takeCompiledStep(std::string_view integrator, double h, const Eigen::VectorXd& w,
                                    MotionState& state) {
  return isSteady() && compiled.method == "articulated-body" && integrator == compiled.integrator &&
         runCompiledStep(h, w, external.torque, compiled.step, state);
}

bool ActingForces::takeCompiledStep(double h, const MotionState& state,
                                    const DiscreteMomenta<double>& momenta, Eigen::VectorXd& u,
                                    MotionState& arrived, DiscreteMomenta<double>& end) {
  if (!isSteady() || compiled.method != "variational" ||
      !runCompiledStep(h, state, momenta, external.torque, compiled.step, u, arrived, end))
    return false;
  end.joints = 0.5 * h * external.torque;
  arrived.work = state.work + h * external.torque.dot(u);
  return true;
}

ForceLaw ActingForces::law() const {
  return external.actsOnBodies() ? lawOf(external) : ForceLaw();
}

}  // namespace linkwork
