#include "contact/bodies.hpp"

#include <cmath>

namespace linkwork::test {

using Eigen::Vector3d;

void addBody(Mechanism& mechanism, const std::string& name, double mass, const Vector3d& inertia,
             Collider collider, const Vector3d& position, const Vector3d& velocity,
             const Eigen::Quaterniond& attitude) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = {inertia.x(), inertia.y(), inertia.z(), 0, 0, 0};
  mechanism.bodies.push_back(body);
  Joint joint;
  joint.type = JointType::free;
  joint.name = name;
  joint.parent = "world";
  joint.child = name;
  mechanism.joints.push_back(joint);
  collider.body = name;
  mechanism.contact.colliders.push_back(collider);
  if (!mechanism.initialState) mechanism.initialState.emplace();
  const Eigen::Vector4d turn = attitude.coeffs();
  mechanism.initialState->q[name] = {position.x(), position.y(), position.z(), turn[0],
                                     turn[1],      turn[2],      turn[3]};
  const Vector3d local = attitude.conjugate() * velocity;
  mechanism.initialState->v[name] = {0, 0, 0, local.x(), local.y(), local.z()};
}

Mechanism incline(double slope, double friction, double restitution) {
  Mechanism mechanism;
  mechanism.gravity = {standardGravity * std::sin(slope), 0, -standardGravity * std::cos(slope)};
  Collider plane;
  plane.body = "world";
  plane.type = ColliderType::plane;
  plane.friction = friction;
  plane.restitution = restitution;
  mechanism.contact.colliders.push_back(plane);
  return mechanism;
}

Collider ball(double radius, double friction) {
  Collider collider;
  collider.type = ColliderType::sphere;
  collider.radius = radius;
  collider.friction = friction;
  return collider;
}

Collider box(const Vector3d& size, double friction) {
  Collider collider;
  collider.type = ColliderType::box;
  collider.size = size;
  collider.friction = friction;
  return collider;
}

Vector3d boxInertia(double mass, const Vector3d& size) {
  const Vector3d squares = size.cwiseAbs2();
  return mass / 12 * (Vector3d::Constant(squares.sum()) - squares);
}

Tracking holding(const Mechanism& mechanism) {
  Tracking tracking{10000, 1000, {}};
  for (const Joint& joint : mechanism.joints) {
    if (joint.type != JointType::revolute || joint.name.find("Rotor") != std::string::npos)
      continue;
    const auto found = mechanism.initialState->q.find(joint.name);
    Trajectory trajectory;
    if (found != mechanism.initialState->q.end()) trajectory.center = found->second[0];
    tracking.joints.emplace(joint.name, trajectory);
  }
  return tracking;
}

std::vector<Stepping> defaultSteppings() {
  return {{"articulated-body", "rk4"},
          {"variational", "second-order"},
          {"variational-maximal", "second-order"},
          {"multipliers", "rattle"}};
}

}  // namespace linkwork::test
