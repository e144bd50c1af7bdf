// Computes by the public headers alone, with vectors of every kind that passes between the library
// and its users, and compares with numbers that do not depend on how either was compiled.

#include <cmath>
#include <cstdio>
#include <utility>

#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/joint_function.hpp"
#include "linkwork/json.hpp"
#include "linkwork/parts.hpp"
#include "linkwork/simulation.hpp"

namespace {

int failures = 0;

void check(bool holds, const char* what) {
  if (holds) return;
  std::printf("does not hold: %s\n", what);
  ++failures;
}

/// H ÿ + C = Gᵀ τ, and v = G ẏ, by vectors that are made here and there.
void checkModel(const linkwork::Mechanism& mechanism) {
  linkwork::Model model(mechanism);
  const Eigen::VectorXd q = model.initialPosition(), v = model.initialVelocity();
  const Eigen::VectorXd tau = Eigen::VectorXd::LinSpaced(model.velocitySize(), -1, 2);
  const Eigen::VectorXd a = model.forwardDynamics(q, v, tau);
  const Eigen::VectorXd left =
      model.massMatrix(q) * model.independent(q, a) + model.biasForce(q, v);
  check((left - model.projectForces(q, tau)).norm() < 1e-9 * (1 + tau.norm()), "H ÿ + C = Gᵀ τ");
  check((model.spanning(q, model.independent(q, v)) - v).norm() < 1e-10 * (1 + v.norm()),
        "v = G ẏ");
  const linkwork::JointPlace last = model.joint(mechanism.joints.back().name);
  check(last.index + 1 == static_cast<int>(mechanism.joints.size()), "joints by name");
  check(model.body(mechanism.bodies.back().name) + 1 == static_cast<int>(mechanism.bodies.size()),
        "bodies by name");
  try {
    model.joint("no such joint");
    check(false, "unknown joints are refused");
  } catch (const linkwork::MechanismError&) {
  }
}

/// A joint written in C++ moves as the built-in one does.
void checkFunction() {
  linkwork::Mechanism mechanism = linkwork::chain({.links = 3});
  const linkwork::Mechanism builtIn = mechanism;
  for (linkwork::Joint& joint : mechanism.joints) {
    joint.type = linkwork::JointType::general;
    joint.axis = linkwork::Joint{}.axis;  // a function has none
    joint.function = linkwork::UserFunction{linkwork::functionJoint(1, [](const auto* q) {
      using Scalar = std::decay_t<decltype(*q)>;
      using std::cos, std::sin;
      auto pose = linkwork::Transform<Scalar>::Identity();
      pose.rotation(0, 0) = pose.rotation(2, 2) = cos(q[0]);
      pose.rotation(0, 2) = sin(q[0]), pose.rotation(2, 0) = -sin(q[0]);
      return pose;
    })};
  }
  linkwork::Simulation one(mechanism), other(builtIn);
  one.step(100), other.step(100);
  check(std::abs(one.kineticEnergy() - other.kineticEnergy()) < 1e-9, "functions as joints");
}

}  // namespace

int main() {
  for (const char* name : {"chain", "fourBar", "gearedLeg", "miniCheetah", "telloHumanoid"})
    checkModel(linkwork::catalogueMechanism(name));
  checkFunction();

  // Mechanisms with quaternions, matrices and lists of vectors, made here, freed there, and back.
  linkwork::Mechanism mechanism = linkwork::drapedChain({.links = 6});
  mechanism.bodies.push_back(linkwork::box("box", 1, {0, 0, 0}, {0.1, 0.2, 0.3}));
  mechanism.bodies.pop_back();
  mechanism = linkwork::mechanismFromJson(linkwork::toJson(mechanism));
  linkwork::Simulation simulation(mechanism, {.step = 1e-3});
  const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
  simulation.step(50);
  linkwork::Simulation moved = std::move(simulation);
  moved.step(50);
  check(moved.kineticEnergy() + moved.potentialEnergy() <= start + 1e-6, "contact gives no energy");
  const Eigen::Matrix<double, 6, 1> momentum = moved.momentum();
  check(momentum.allFinite(), "momentum is finite");

  linkwork::Simulation bar(linkwork::fourBar({.crank = 0.2}), {.step = 1e-3});
  bar.step(1000);
  // As a build for plain x86-64 finds it. A thousand steps let rounding grow a hundredfold or so.
  check(std::abs(bar.q()[0] - 10.8228407635819) < 1e-10, "the crank is where it was");
  return failures == 0 ? 0 : 1;
}
