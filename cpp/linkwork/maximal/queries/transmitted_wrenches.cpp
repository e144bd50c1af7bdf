#include "linkwork/maximal/queries/transmitted_wrenches.hpp"

#include "linkwork/spatial/twist.hpp"

namespace linkwork::maximal {
namespace {

/// [moment; force] about a point as one about the world's origin.
Vector6<double> aboutOrigin(const Eigen::Vector3d& point, const Vector6<double>& wrench) {
  return Force<double>::from(wrench).shifted(Vec3<double>::from(point)).vector();
}

/// I a + v ×* I v of a body about its part's center of mass, world axes.
Vector6<double> inertialWrench(const TreeBody<double>& body, const Transform<double>& inPart,
                               const PartPose& pose, const Vector6<double>& velocity,
                               const Vector6<double>& acceleration) {
  const RigidBodyInertia<double> inertia =
      body.inertia.toParent(Transform<double>{pose.rotation, Eigen::Vector3d::Zero()} * inPart);
  Vector6<double> rate = acceleration;  // of the point of the body that passes there: a − ω × v
  rate.tail<3>() -= velocity.head<3>().cross(velocity.tail<3>());
  return inertia * rate + crossForce(velocity, inertia * velocity);
}

}  // namespace

void addContactForce(const PartConfiguration& placed, const contact::ContactReading& contact,
                     PartVector& forces) {
  for (std::size_t side = 0; side < 2; ++side) {
    const int part = contact.point.parts[side];
    if (part == groundPart) continue;
    const double sign = side == 1 ? 1 : -1;
    const Eigen::Vector3d force = sign * contact.force;
    forces[at(part)].tail<3>() += force;
    forces[at(part)].head<3>() +=
        (contact.point.point - placed.parts[at(part)].position).cross(force) +
        sign * contact.moment;
  }
}

void transmittedWrenches(MultiplierDynamics& dynamics, const PartConfiguration& placed,
                         const PartVector& velocities, const PartVector& accelerations,
                         const AppliedForces<double>& applied,
                         std::span<const contact::ContactReading> contacts,
                         TransmittedWrenches& result) {
  const ClusterTree<double>& tree = dynamics.tree();
  const ConstraintGraph& graph = dynamics.graph();
  const std::vector<TreeBody<double>>& bodies = tree.bodies();
  result.joints.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::size_t part = at(graph.rigid.partOf[i]);
    const PartPose& pose = placed.parts[part];
    Vector6<double> needed = inertialWrench(bodies[i], graph.rigid.frames[i], pose,
                                            velocities[part], accelerations[part]);
    const Eigen::Vector3d weight = bodies[i].inertia.mass * tree.gravity();
    const Eigen::Vector3d center =  // times the mass, from the part's center of mass
        pose.rotation * (graph.rigid.frames[i].rotation * bodies[i].inertia.moment.vector() +
                         bodies[i].inertia.mass * graph.rigid.frames[i].translation);
    needed.head<3>() -= center.cross(tree.gravity());
    needed.tail<3>() -= weight;
    result.joints[i] = aboutOrigin(pose.position, needed);
    if (applied.hasWrenches) result.joints[i] -= applied.wrenches[i];
  }

  const auto apply = [&](int body, const Eigen::Vector3d& point, const Vector6<double>& wrench) {
    if (body != ground) result.joints[at(body)] -= aboutOrigin(point, wrench);
  };
  for (const contact::ContactReading& contact : contacts) {
    Vector6<double> wrench;
    wrench << contact.moment, contact.force;
    apply(contact.point.bodies[1], contact.point.point, wrench);
    apply(contact.point.bodies[0], contact.point.point, -wrench);
  }

  result.loops.clear();
  for (std::size_t j = 0; j < graph.joints.size(); ++j) {
    const JointConstraint& constraint = graph.joints[j];
    if (!constraint.isLoop()) continue;
    const Vector6<double> wrench = dynamics.reaction(static_cast<int>(j));
    const Eigen::Vector3d point =
        placed.parts[at(constraint.frames.child)].position + placed.joints[j].childOffset;
    apply(constraint.bodies[1], point, wrench);
    apply(constraint.bodies[0], point, -wrench);
    const std::size_t loop = at(constraint.mechanismLoop);
    if (result.loops.size() <= loop) result.loops.resize(loop + 1, Vector6<double>::Zero());
    result.loops[loop] = aboutOrigin(point, wrench);
  }

  for (std::size_t i = bodies.size(); i-- > 0;)
    if (bodies[i].parent != ground) result.joints[at(bodies[i].parent)] += result.joints[i];
}

}  // namespace linkwork::maximal
