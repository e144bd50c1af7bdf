#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/simulation.hpp"
#include "papers/methods.hpp"

/// Mechanisms of every size: lengths and gravity times s, moments of inertia times s², equal masses
/// and times. Angles move as before, and lengths scale with s.
namespace linkwork::test {
namespace {

/// Whether an entry of a joint's q or v is a length. In the q of a free joint, the lengths come
/// first.
bool isLength(const Joint& joint, std::size_t entry, bool isPosition) {
  if (joint.type == JointType::free && isPosition) return entry < 3;
  return isAlongLine(joint.type, static_cast<int>(entry));
}

void scaleJoint(JointGeometry& joint, double s) {
  joint.parentFrame.position *= s;
  joint.childFrame.position *= s;
  joint.pitch *= s;
}

Mechanism scaled(Mechanism mechanism, double s) {
  mechanism.gravity *= s;
  for (Body& body : mechanism.bodies) {
    body.centerOfMass *= s;
    for (double& entry : body.inertia) entry *= s * s;
  }
  for (Joint& joint : mechanism.joints) {
    scaleJoint(joint, s);
    const double work = joint.type == JointType::prismatic ? 1 : s * s;
    joint.damping *= work;
    joint.stiffness *= work;
    joint.friction *= joint.type == JointType::prismatic ? s : work;
    if (joint.type == JointType::prismatic) joint.rest *= s;
  }
  for (Loop& loop : mechanism.loops) {
    scaleJoint(loop, s);
    loop.length *= s;
  }
  if (!mechanism.initialState) return mechanism;
  for (const Joint& joint : mechanism.joints)
    for (JointValues* values : {&mechanism.initialState->q, &mechanism.initialState->v})
      if (const auto entries = values->find(joint.name); entries != values->end())
        for (std::size_t k = 0; k < entries->second.size(); ++k)
          if (isLength(joint, k, values == &mechanism.initialState->q)) entries->second[k] *= s;
  return mechanism;
}

/// Whether the mechanism scales in this way: no curves, surfaces, contacts, or couplings of angles
/// with lengths.
bool scales(const Mechanism& mechanism) {
  bool turns = false, slides = false;
  for (const Joint& joint : mechanism.joints) {
    if (joint.type == JointType::general) return false;
    slides = slides || joint.type == JointType::prismatic;
    turns = turns || joint.type == JointType::revolute;
  }
  return mechanism.nonholonomic.empty() && !(turns && slides && !mechanism.couplings.empty());
}

/// Returns such mechanisms of the catalogue, without contact.
std::vector<Mechanism> scalingMechanisms() {
  std::vector<Mechanism> found;
  for (const std::string_view name : catalogueNames()) {
    Mechanism mechanism = catalogueMechanism(name);
    mechanism.contact = {};
    for (Joint& joint : mechanism.joints) joint.limits.reset();
    if (scales(mechanism)) found.push_back(std::move(mechanism));
  }
  REQUIRE(found.size() >= 18);
  return found;
}

}  // namespace

TEST_CASE("mechanisms move alike at every scale, by every method", "[dynamics][scale]") {
  for (const Mechanism& mechanism : scalingMechanisms()) {
    CAPTURE(mechanism.name);
    const Fixture on(mechanism);
    const Eigen::VectorXd expected = on.forward();
    for (const double s : {1e-9, 1e-6, 1e-5, 1e-3, 1e3, 1e6}) {
      CAPTURE(s);
      const Fixture at(scaled(mechanism, s));
      REQUIRE(at.tree.degreesOfFreedom() == on.tree.degreesOfFreedom());
      for (const papers::Method& method : papers::methods) {
        if (!method.isExact) continue;
        INFO(method.name);
        Eigen::VectorXd a(at.tree.velocitySize());
        method.make(at.mechanism, at.tree)->forwardDynamics(at.q, at.v, at.forces, a);
        for (const TreeBody<double>& body : at.tree.bodies()) {
          const Joint& joint = mechanism.joints[static_cast<std::size_t>(body.mechanismJoint)];
          for (int k = 0; k < body.velocities; ++k)
            if (isLength(joint, static_cast<std::size_t>(k), false)) a[body.velocity + k] /= s;
        }
        // Other pivots may be chosen: the same solution with other rounding errors.
        CHECK(difference(a, expected) <= solveTolerance(on));
      }
    }
  }
}

TEST_CASE("mechanisms take the same steps at every scale, by every method", "[dynamics][scale]") {
  constexpr int steps = 20;
  const auto moved = [](const Mechanism& mechanism, std::string_view method) {
    Simulation simulation(mechanism);
    simulation.setMethod(method);
    simulation.step(steps);
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(
        simulation.q().data(), static_cast<Eigen::Index>(simulation.q().size())));
  };
  for (const Mechanism& mechanism : scalingMechanisms()) {
    CAPTURE(mechanism.name);
    const ClusterTree<double> tree = Fixture(mechanism).tree;
    for (const std::string_view method :
         {"articulated-body", "variational", "variational-maximal", "multipliers"}) {
      CAPTURE(method);
      const Eigen::VectorXd expected = moved(mechanism, method);
      for (const double s : {1e-9, 1e-6, 1e-3, 1e3, 1e6}) {
        CAPTURE(s);
        Eigen::VectorXd q = moved(scaled(mechanism, s), method);
        for (const TreeBody<double>& body : tree.bodies()) {
          const Joint& joint = mechanism.joints[static_cast<std::size_t>(body.mechanismJoint)];
          for (int k = 0; k < body.positions; ++k)
            if (isLength(joint, static_cast<std::size_t>(k), true)) q[body.position + k] /= s;
        }
        // Newton's method converges to 1e-10 rad/s, at another iterate for each scale: 2e-12 rad
        // after 20 ms. Motions and their condition numbers amplify that by up to 500.
        CHECK(largest(q - expected) <= 1e-9);
      }
    }
  }
}

}  // namespace linkwork::test
