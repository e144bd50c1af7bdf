#include "linkwork/simulation/joint_reactions.hpp"
#include "linkwork/simulation/simulation.hpp"

namespace linkwork {

namespace {

std::span<const maximal::ContactReading> contactsOf(const Integrator& integrator) {
  if (integrator.contacts() == nullptr) return {};
  return integrator.contacts()->contacts();
}

/// [moment; force] seen from axes that stand as the matrix's columns in the world.
Vector6<double> seenFrom(const Eigen::Matrix3d& axes, const Vector6<double>& wrench) {
  Vector6<double> result;
  result << axes.transpose() * wrench.head<3>(), axes.transpose() * wrench.tail<3>();
  return result;
}

}  // namespace

std::span<const double> Simulation::reactions(ReactionAxes axes) {
  bindForces();
  if (!reactions_)
    reactions_ = std::make_unique<JointReactions>(
        IntegratorContext{mechanism_, tree_, motion_, forces_, work_});
  JointReactions& here = *reactions_;
  maximal::MultiplierDynamics& dynamics = here.motion.dynamics;
  dynamics.place(state_.q, here.placement);
  dynamics.partVelocities(here.placement, state_.q, state_.v, here.velocities);
  here.motion.gather(0, here.placement, state_.q, state_.v);
  dynamics.addGyroscopicForces(here.placement, here.velocities, here.motion.forces);
  const std::span<const maximal::ContactReading> contacts = contactsOf(*integrator_);
  for (const maximal::ContactReading& contact : contacts)
    addContactForce(here.placement, contact, here.motion.forces);
  dynamics.accelerationBias(here.placement, here.velocities, here.motion.jointBias,
                            here.motion.auxiliary);
  dynamics.factor(here.placement);
  dynamics.solve(here.motion.forces, here.motion.jointBias, here.motion.auxiliary,
                 here.accelerations);
  transmittedWrenches(dynamics, here.placement, here.velocities, here.accelerations,
                      here.motion.applied(), contacts, here.wrenches);

  refresh();
  here.numbers.resize(6 * (mechanism_.joints.size() + mechanism_.loops.size()));
  const auto write = [&](std::size_t place, const JointGeometry& joint, Vector6<double> wrench) {
    const Transform<double> child = joint.child == worldName
                                        ? Transform<double>::Identity()
                                        : bodyPose(tree_, bodyIndex(joint.child), work_);
    wrench.head<3>() -= (child * joint.childFrame.position).cross(wrench.tail<3>());
    Eigen::Map<Vector6<double>> to(&here.numbers[6 * place]);
    to = axes == ReactionAxes::world
             ? wrench
             : seenFrom(child.rotation * joint.childFrame.rotation.toRotationMatrix(), wrench);
  };
  for (std::size_t i = 0; i < tree_.bodies().size(); ++i) {
    const std::size_t joint = size(tree_.bodies()[i].mechanismJoint);
    write(joint, mechanism_.joints[joint], here.wrenches.joints[i]);
  }
  for (std::size_t i = 0; i < mechanism_.loops.size(); ++i)
    write(mechanism_.joints.size() + i, mechanism_.loops[i],
          i < here.wrenches.loops.size() ? here.wrenches.loops[i] : Vector6<double>::Zero());
  return here.numbers;
}

double Simulation::contactError() const {
  return integrator_->contacts() == nullptr ? 0 : integrator_->contacts()->outcome().residual;
}

std::vector<ContactForce> Simulation::contactForces() const {
  std::vector<ContactForce> result;
  const auto nameOf = [&](int body) -> std::string_view {
    if (body == ground) return worldName;
    return mechanism_.bodies[size(tree_.body(body).mechanismBody)].name;
  };
  for (const maximal::ContactReading& contact : contactsOf(*integrator_)) {
    const collision::ContactPoint& point = contact.point;
    result.push_back({{nameOf(point.bodies[0]), nameOf(point.bodies[1])},
                      point.point,
                      point.normal,
                      contact.force,
                      point.gap});
  }
  return result;
}

}  // namespace linkwork
