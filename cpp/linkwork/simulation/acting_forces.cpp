#include "linkwork/simulation/acting_forces.hpp"

#include <algorithm>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {
namespace {

using Jets3 = Vector3<DerivativeJet>;

/// Whether joints have damping or Coulomb friction.
bool isDamped(const Mechanism& mechanism) {
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [](const Joint& joint) { return joint.damping != 0 || joint.friction != 0; });
}

}  // namespace

ActingForces::ActingForces(SimulationState& state)
    : external(state.tree()),
      drives(state.mechanism(), state.tree(), state.compiled()->tendons),
      canTouch(!contact::UnilateralConstraints::areNone(state.mechanism())),
      state_(state),
      gathered_(state.tree()),
      motorTorque_(Eigen::VectorXd::Zero(state.tree().velocitySize())),
      isDamped_(isDamped(state.mechanism())) {
  warmStart.relieved.setZero(state.tree().velocitySize());
}

void ActingForces::begin(double time, bool allowsWarmStart) {
  start_ = time;
  partStart = 0;
  drives.begin(time);
  warmStart.acts = warmStart.relieves = false;
  warmStart.isFelt = allowsWarmStart && (isDamped_ || motors || external.pull || drives.resist());
}

const Eigen::VectorXd& ActingForces::motorTorque(double time, const Eigen::VectorXd& q,
                                                 const Eigen::VectorXd& v) {
  if (motors) {
    motors->update(state_.tree(), time, q, v, state_.workspace());
    motorTorque_ = motors->torque();
  } else {
    motorTorque_.setZero();
  }
  return motorTorque_;
}

void ActingForces::gather(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                          AppliedForces<double>& applied) {
  const ClusterTree<double>& tree = state_.tree();
  Workspace<double>& work = state_.workspace();
  if (motors) motorTorque(timeAt(sinceStart), q, v);
  gatherForces(tree, external, q, v, work, applied);
  if (motors) applied.torque += motorTorque_;
  bool isPlaced = applied.hasWrenches;
  if (!isPlaced && (tendons().actOnBodies() || warmStart.acts)) {
    updateJointTransforms(tree, q, work);
    isPlaced = true;
  }
  addDrives(sinceStart, q, v, work, applied);
  if (!warmStart.acts) return;
  applied.torque += warmStart.torque;
  BodyPaths paths(tree, work);
  addWarmStart(q, paths, applied);
}

void ActingForces::addDrives(double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                             Workspace<double>& work, AppliedForces<double>& applied) {
  static const std::vector<char> none;
  const double time = timeAt(sinceStart);
  const std::vector<char>& solved = warmStart.relieves ? warmStart.solvedDrives : none;
  if (drives.motors() > 0) drives.addForces(time, q, v, solved, applied.torque);
  if (!tendons().empty())
    tendons().addForces(state_.tree(), {drives, time, solved, limitTensions}, q, v, work, applied,
                        tensions_);
}

/// Adds the warm-start forces on bodies to the wrenches.
void ActingForces::addWarmStart(const ConstVectorRef<double>& q, BodyPaths& paths,
                                AppliedForces<double>& applied) const {
  if (!warmStart.bodies.empty() && !applied.hasWrenches)
    for (Vector6<double>& wrench : applied.wrenches) wrench.setZero();
  for (const WarmStartForce::OnBody& given : warmStart.bodies) {
    const Eigen::Vector3d place = paths.motionOf(given.body, given.point, q).place;
    Vector6<double>& wrench = applied.wrenches[static_cast<std::size_t>(given.body)];
    wrench.head<3>() += place.cross(given.force) + given.moment;
    wrench.tail<3>() += given.force;
    applied.hasWrenches = true;
  }
}

bool ActingForces::gatherOnJoints(double sinceStart, const Eigen::VectorXd& q,
                                  const Eigen::VectorXd& v, const ClusterTree<double>& tree,
                                  Workspace<double>& work) {
  // If not checked here, the functions below would report an error of the mechanism.
  if (!q.allFinite() || !v.allFinite()) throw SimulationError("numbers are no longer finite");
  gathered_.torque = external.torque;
  gathered_.hasWrenches = false;
  if (motors) gathered_.torque += motorTorque(timeAt(sinceStart), q, v);
  warmStart.addRelief(v, gathered_.torque);
  const bool isPlaced = external.actsOnBodies() || warmStart.acts || tendons().actOnBodies();
  if (isPlaced) {
    updateJointTransforms(tree, q, work);
    projectForces(tree, external, q, v, work, gathered_.torque);
  }
  addDrives(sinceStart, q, v, work, gathered_);
  if (warmStart.acts || gathered_.hasWrenches) {
    BodyPaths paths(tree, work);
    if (warmStart.acts) {
      gathered_.torque += warmStart.torque;
      addWarmStart(q, paths, gathered_);
    }
    if (gathered_.hasWrenches) paths.project(gathered_.wrenches, q, gathered_.torque);
    gathered_.hasWrenches = false;
  }
  return isPlaced;
}

double ActingForces::accelerate(double sinceStart, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v, Eigen::VectorXd& a) {
  const ClusterTree<double>& tree = state_.tree();
  Workspace<double>& work = state_.workspace();
  const bool isPlaced = gatherOnJoints(sinceStart, q, v, tree, work);
  if (motors && motors->acceleration() && areMotorsAlone()) {
    a = *motors->acceleration();
  } else if (!runCompiled(q, v, gathered_.torque, compiled.forward, a)) {
    if (!isPlaced) updateJointTransforms(tree, q, work);
    aba(tree, q, v, gathered_, work, a);
  }
  return gathered_.torque.dot(v) + dissipation<double>(tree, q, v);
}

void ActingForces::accelerateImplicitly(double sinceStart, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v, const ClusterTree<double>& tree,
                                        Workspace<double>& work, const Eigen::VectorXd* added,
                                        Eigen::VectorXd& torque, Eigen::VectorXd& a) {
  if (!gatherOnJoints(sinceStart, q, v, tree, work)) updateJointTransforms(tree, q, work);
  torque = gathered_.torque;
  if (added) gathered_.torque += *added;
  aba(tree, q, v, gathered_, work, a);
}

bool ActingForces::takeCompiledStep(std::string_view integrator, double h, const Eigen::VectorXd& w,
                                    MotionState& state) {
  return areConstant() && compiled.method == "articulated-body" &&
         integrator == compiled.integrator &&
         runCompiledStep(h, w, external.torque, compiled.step, state);
}

bool ActingForces::takeCompiledDiscreteStep(double h, const MotionState& state,
                                            const DiscreteMomenta<double>& momenta,
                                            Eigen::VectorXd& u, MotionState& arrived,
                                            DiscreteMomenta<double>& end) {
  if (!areConstant() || compiled.method != "variational" ||
      !runCompiledStep(h, state, momenta, external.torque, compiled.step, u, arrived, end))
    return false;
  end.joints = 0.5 * h * external.torque;
  arrived.work = state.work + h * external.torque.dot(u);
  return true;
}

/// The law of forces on bodies: wrenches are constant, point forces move with their points, the
/// pull attracts its point to the target, tendons are straight.
void ActingForces::applyLaw(const ClusterTree<DerivativeJet>& tree,
                            const Workspace<DerivativeJet>& work,
                            AppliedForces<DerivativeJet>& forces) const {
  for (std::size_t i = 0; i < forces.wrenches.size(); ++i)
    forces.wrenches[i] = external.wrenches[i].cast<DerivativeJet>();
  const auto apply = [&](int body, const Jets3& place, const Jets3& force) {
    Vector6<DerivativeJet>& wrench = forces.wrenches[static_cast<std::size_t>(body)];
    wrench.head<3>() += place.cross(force);
    wrench.tail<3>() += force;
  };
  for (const PointForce& given : external.pointForces)
    apply(given.body, bodyPose(tree, given.body, work) * Jets3(given.point.cast<DerivativeJet>()),
          given.force.cast<DerivativeJet>());
  if (tendons().actOnBodies()) tendons().addWrenches(tree, work, tensions_, forces.wrenches);
  if (!external.pull) return;
  const Pull& pull = *external.pull;
  const Jets3 point = pull.point.cast<DerivativeJet>();
  const Jets3 place = bodyPose(tree, pull.body, work) * point;
  const Jets3 speed = pointVelocity<DerivativeJet>(tree, pull.body, point, work);
  apply(pull.body, place,
        DerivativeJet(pull.stiffness) * (pull.target.cast<DerivativeJet>() - place) -
            DerivativeJet(pull.damping) * speed);
}

ForceLaw ActingForces::law() const {
  if (tendons().springJoints())
    throw MechanismError("tendons",
                         "derivatives hold the forces on joints: expected no stiffness and damping "
                         "of tendons with terms");
  if (!external.actsOnBodies() && !tendons().actOnBodies()) return {};
  return [this](const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                AppliedForces<DerivativeJet>& forces) { applyLaw(tree, work, forces); };
}

}  // namespace linkwork
