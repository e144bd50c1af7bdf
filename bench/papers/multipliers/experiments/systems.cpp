#include "systems.hpp"

#include <random>
#include <type_traits>

namespace linkwork::bench {
namespace {

using papers::BodyConstraint;
using papers::MovingVector;
using papers::PlanarBody;
using papers::RigidBody;

/// Numbers between −1 and 1, the same with every standard library.
class Draw {
 public:
  double operator()() { return static_cast<double>(generator_()) / 2147483648.0 - 1; }

 private:
  std::mt19937 generator_{1};
};

template <typename System>
std::vector<int> dimensionsOf(const System& system) {
  return std::vector<int>(system.parts.size(), system.parts[0].dimension);
}

template <typename System>
std::vector<BodyConstraint> constraintsOf(const System& system) {
  const int rows = std::is_same_v<System, PlanarSystem> ? 2 : 3;
  std::vector<BodyConstraint> constraints;
  for (const auto& pin : system.pins)
    constraints.push_back({.name = "pin", .bodies = {pin.a, pin.b}, .rows = rows});
  for (const auto& contact : system.contacts)
    constraints.push_back({.name = "contact",
                           .bodies = {contact.body},
                           .rows = 1,
                           .role = papers::ConstraintRole::auxiliary});
  for (const auto& rod : system.rods)
    constraints.push_back({.name = "rod", .bodies = {rod.a, rod.b}, .rows = 1});
  return constraints;
}

papers::ConstraintRows constraintOf(const PlanarSystem& system, const PlanarSystem::Pin& pin) {
  return pinned(system.parts[at(pin.a)].point(pin.onA), system.parts[at(pin.b)].point(pin.onB));
}
papers::ConstraintRows constraintOf(const SpatialSystem& system, const SpatialSystem::Pin& pin) {
  return coincident(system.parts[at(pin.a)].point(pin.onA), system.parts[at(pin.b)].point(pin.onB));
}

/// Height of a point over the floor, which is a plane in space and a line in the plane.
template <typename Body, typename Vector>
papers::ConstraintRows touch(const Body& body, const Vector& point) {
  const MovingVector up = MovingVector::given(
      std::is_same_v<Body, PlanarBody> ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ());
  return knifeEdge(up, body.point(point));
}

}  // namespace

template <typename System>
Equations<System>::Equations(const System& system)
    : bodies(dimensionsOf(system), constraintsOf(system)), system_(system) {
  force.setZero(bodies.unknowns());
  accelerations.setZero(bodies.unknowns());
  c.setZero(bodies.rows());
  multipliers.setZero(bodies.rows());
  evaluate();
}

template <typename System>
void Equations<System>::evaluate() {
  constexpr bool isPlanar = std::is_same_v<System, PlanarSystem>;
  for (int b = 0; b < static_cast<int>(system_.parts.size()); ++b) {
    const auto& part = system_.parts[at(b)];
    part.writeMass(bodies.mass(b));
    const int first = bodies.first(b);
    if constexpr (!isPlanar) force.segment<6>(first) = part.ownForce();
    force[first + (isPlanar ? 1 : 2)] = -9.81 * part.mass;
  }
  int constraint = 0;
  const auto write = [&](const papers::ConstraintRows& rows) {
    rows.writeTo(bodies, constraint);
    c.segment(bodies.firstRow(constraint++), rows.rows()) = rows.c;
  };
  for (const auto& pin : system_.pins) write(constraintOf(system_, pin));
  for (const auto& contact : system_.contacts)
    write(touch(system_.parts[at(contact.body)], contact.at));
  for (const auto& rod : system_.rods) {
    const auto &a = system_.parts[at(rod.a)], &b = system_.parts[at(rod.b)];
    auto zero = system_.pins[0].onA;
    zero.setZero();
    const MovingVector from = a.point(zero), to = b.point(zero);
    write(atDistance(from, to, (to.value - from.value).norm()));
  }
}

template class Equations<PlanarSystem>;
template class Equations<SpatialSystem>;

PlanarSystem planarTree(int bodies, int loops) {
  Draw draw;
  PlanarSystem system;
  for (int i = 0; i < bodies; ++i) {
    PlanarBody part;
    part.mass = 1 + draw() / 2;
    part.inertia = part.mass / 12;
    part.angle = draw();
    part.velocity << 0, 0, draw();
    if (i > 0) {
      const int parent = (i - 1) / 2;
      const Eigen::Vector2d onParent(0.5, 0.2 * (i % 2)), own(-0.5, 0);
      const PlanarBody& support = system.parts[at(parent)];
      part.position =
          (support.point(onParent).value - part.direction(own).value).template head<2>();
      part.velocity.head<2>() =
          (support.point(onParent).rate - part.direction(own).rate).template head<2>();
      system.pins.push_back({parent, i, onParent, own});
    }
    system.parts.push_back(part);
  }
  // A loop's pin ties the end of one body to where that happens to be on the other.
  for (int i = 0; i < loops; ++i) {
    const int a = bodies - 1 - 3 * i, b = a - 1;
    const Eigen::Vector2d onA(0.5, 0);
    const PlanarBody& other = system.parts[at(b)];
    const Eigen::Vector3d where = system.parts[at(a)].point(onA).value;
    const Eigen::Vector2d onB =
        Eigen::Rotation2Dd(-other.angle) * Eigen::Vector2d(where.head<2>() - other.position);
    system.pins.push_back({a, b, onA, onB});
  }
  return system;
}

SpatialSystem ballTree(int bodies, int children, int contacts) {
  Draw draw;
  const auto vector = [&] {
    const double x = draw(), y = draw(), z = draw();
    return Eigen::Vector3d(x, y, z);
  };
  SpatialSystem system;
  for (int i = 0; i < bodies; ++i) {
    RigidBody part;
    part.mass = 1 + draw() / 2;
    part.inertia = part.mass * Eigen::Vector3d(0.09, 0.08, 0.03).asDiagonal();
    part.attitude = Eigen::Quaterniond(1.5, draw(), draw(), draw()).normalized();
    part.velocity << 0, 0, 0, vector();
    if (i > 0) {
      const int parent = (i - 1) / children;
      const Eigen::Vector3d onParent = 0.5 * vector(), own(0, 0, 0.5);
      const RigidBody& support = system.parts[at(parent)];
      part.position = support.point(onParent).value - part.direction(own).value;
      part.velocity.head<3>() = support.point(onParent).rate - part.direction(own).rate;
      system.pins.push_back({parent, i, onParent, own});
    }
    system.parts.push_back(part);
  }
  for (int i = 0; i < contacts; ++i) system.contacts.push_back({bodies - 1 - i, {0, 0, -0.5}});
  return system;
}

SpatialSystem ballTreeWithRods(int bodies, int children, int rods) {
  SpatialSystem system = ballTree(bodies, children);
  for (int i = 0; i < rods; ++i) {
    const int a = (37 * i + 11) % bodies;
    system.rods.push_back({a, (a + 5 + 13 * i) % bodies});
    if (system.rods.back().b == a) system.rods.back().b = (a + 1) % bodies;
  }
  return system;
}

Mechanism mechanismOf(const SpatialSystem& system) {
  Mechanism mechanism;
  mechanism.initialState.emplace();
  for (int i = 0; i < static_cast<int>(system.parts.size()); ++i) {
    const RigidBody& part = system.parts[at(i)];
    Body body;
    body.name = "body" + std::to_string(i);
    body.mass = part.mass;
    const Eigen::Vector3d principal = part.inertia.diagonal();
    body.inertia = {principal.x(), principal.y(), principal.z(), 0, 0, 0};
    mechanism.bodies.push_back(body);
    Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.child = body.name;
    Eigen::Quaterniond turn = part.attitude;
    Eigen::Vector3d spin = part.velocity.tail<3>();
    if (i == 0) {
      joint.type = JointType::free;
      joint.parent = std::string(worldName);
    } else {
      const SpatialSystem::Pin& pin = system.pins[at(i - 1)];
      const RigidBody& support = system.parts[at(pin.a)];
      joint.type = JointType::spherical;
      joint.parent = "body" + std::to_string(pin.a);
      joint.parentFrame.position = pin.onA;
      joint.childFrame.position = pin.onB;
      turn = support.attitude.conjugate() * turn;
      spin -= support.velocity.tail<3>();
    }
    spin = part.attitude.conjugate() * spin;
    std::vector<double> q{turn.x(), turn.y(), turn.z(), turn.w()}, v{spin.x(), spin.y(), spin.z()};
    if (i == 0) {
      q.insert(q.begin(), {part.position.x(), part.position.y(), part.position.z()});
      v.insert(v.end(), {0, 0, 0});
    }
    mechanism.initialState->q[joint.name] = q;
    mechanism.initialState->v[joint.name] = v;
    mechanism.joints.push_back(joint);
  }
  return mechanism;
}

}  // namespace linkwork::bench
