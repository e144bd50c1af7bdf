#include <catch2/catch.hpp>
#include <cmath>
#include <span>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Armature adds a to the diagonal of the mass matrix over the joints' velocities, in every method.
namespace linkwork::test {
namespace {

Mechanism withoutArmature(Mechanism mechanism) {
  for (Joint& joint : mechanism.joints) joint.armature = 0;
  return mechanism;
}

/// The armature of each entry of v.
Eigen::VectorXd armatures(const ClusterTree<double>& tree) {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(tree.velocitySize());
  for (const TreeBody<double>& body : tree.bodies())
    result.segment(body.velocity, body.velocities).setConstant(body.armature);
  return result;
}

/// A row of links with an armature of 0.3 at every joint, and a branch.
Mechanism armedChain() {
  Mechanism mechanism;
  mechanism.name = "armed";
  for (int i = 0; i < 4; ++i) {
    Body link;
    link.name = "link" + std::to_string(i);
    link.mass = 1;
    link.centerOfMass = {0.2, 0, -0.1};
    link.inertia = {0.6, 0.7, 0.8, 0, 0, 0};
    mechanism.bodies.push_back(link);
    Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.type = JointType::revolute;
    joint.axis = i % 2 == 0 ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitX();
    joint.parent = i == 0 ? "world" : i == 3 ? "link1" : "link" + std::to_string(i - 1);
    joint.child = link.name;
    joint.parentFrame.position = {i == 0 ? 0 : 0.4, 0, 0};
    joint.armature = 0.3;
    mechanism.joints.push_back(joint);
  }
  mechanism.initialState = NamedState{};
  mechanism.initialState->v = {
      {"joint0", {1}}, {"joint1", {-2}}, {"joint2", {1.5}}, {"joint3", {3}}};
  return mechanism;
}

/// The same with two rotors instead of each armature. They spin in opposite directions, so their
/// gyroscopic moments cancel; their inertia is that of balls, subtracted from the parent.
Mechanism withRotors(const Mechanism& armed) {
  constexpr double gear = 2;
  Mechanism mechanism = withoutArmature(armed);
  mechanism.initialState->v.clear();
  for (const Joint& joint : armed.joints) {
    const double inertia = joint.armature / (2 * gear * gear);
    const double rate = armed.initialState->v.at(joint.name)[0];
    mechanism.initialState->v[joint.name] = {rate};
    for (Body& body : mechanism.bodies)
      if (body.name == joint.parent)
        for (std::size_t k = 0; k < 3; ++k) body.inertia[k] -= 2 * inertia;
    for (const double ratio : {gear, -gear}) {
      Body rotor;
      rotor.name = joint.name + (ratio > 0 ? "rotor1" : "rotor2");
      rotor.inertia = {inertia, inertia, inertia, 0, 0, 0};
      Joint axle = joint;
      axle.armature = 0;
      axle.name = axle.child = rotor.name;
      mechanism.bodies.push_back(rotor);
      mechanism.joints.push_back(axle);
      Coupling coupling;
      coupling.name = rotor.name;
      coupling.terms = {{rotor.name, 1}, {joint.name, -ratio}};
      mechanism.couplings.push_back(coupling);
      mechanism.initialState->v[rotor.name] = {ratio * rate};
    }
  }
  return mechanism;
}

/// Of the numbers of `one` from the first numbers of the other.
double distance(std::span<const double> one, std::span<const double> other) {
  double square = 0;
  for (std::size_t i = 0; i < one.size(); ++i) square += (one[i] - other[i]) * (one[i] - other[i]);
  return std::sqrt(square);
}

double energy(Simulation& simulation) {
  return simulation.kineticEnergy() + simulation.potentialEnergy();
}

}  // namespace

TEST_CASE("armature adds Gᵀ a G to the mass matrix and Gᵀ a v̇ to inverse dynamics", "[dynamics]") {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture armed(mechanism, state), plain(withoutArmature(mechanism), state);
    const Eigen::VectorXd a = armatures(armed.tree);
    Eigen::MatrixXd basis(armed.tree.velocitySize(), armed.tree.degreesOfFreedom());
    for (Eigen::Index j = 0; j < basis.cols(); ++j) {
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(basis.cols(), j);
      Eigen::VectorXd column(basis.rows());
      spanFromIndependent<double>(armed.tree, unit, armed.work, column);
      basis.col(j) = column;
    }
    // Rounding of sums over at most nine bodies.
    const Eigen::MatrixXd after = armed.mass(), added = basis.transpose() * a.asDiagonal() * basis;
    CHECK((after - plain.mass() - added).norm() <= 1e-12 * after.norm());
    CHECK((armed.generalMass() - after).norm() <= 1e-12 * after.norm());
    CHECK(armed.kinetic() - plain.kinetic() ==
          Approx(0.5 * armed.v.dot(a.cwiseProduct(armed.v))).margin(1e-12 * armed.kinetic()));

    const Eigen::VectorXd acceleration = armed.forward();
    CHECK((armed.generalForward() - acceleration).norm() <= 1e-9 * (1 + acceleration.norm()));
    const Eigen::VectorXd torque = armed.inverse(acceleration), less = plain.inverse(acceleration);
    CHECK(torque.norm() <= 1e-9 * (1 + less.norm()));
    Eigen::VectorXd expected(armed.tree.degreesOfFreedom()), difference(expected);
    const Eigen::VectorXd own = a.cwiseProduct(acceleration);
    projectForces<double>(armed.tree, own, armed.work, expected);
    for (const Cluster<double>& cluster : armed.tree.clusters())
      for (int j = 0; j < cluster.dofs; ++j) {
        const int entry = independentVelocity(armed.tree, cluster, j, armed.work);
        difference[cluster.firstDof + j] = torque[entry] - less[entry];
      }
    CHECK((difference - expected).norm() <= 1e-9 * (1 + expected.norm()));
  }
}

TEST_CASE("armature moves joints as rotors do that spin in opposite directions", "[dynamics]") {
  const Mechanism armed = armedChain(), geared = withRotors(armed);
  for (const Stepping& stepping : inertialSteppings()) {
    CAPTURE(stepping.method, stepping.integrator);
    const SimulationOptions options{
        .method = stepping.method, .integrator = stepping.integrator, .step = 1e-3};
    Simulation one(armed, options), other(geared, options);
    CHECK(one.kineticEnergy() == Approx(other.kineticEnergy()).epsilon(1e-12));
    const double start = energy(one);
    for (int i = 0; i < 200; ++i) {
      one.step();
      other.step();
    }
    if (stepping.integrator != "adaptive") {  // steps of other lengths
      // Errors of first order in the steps of semi-implicit Euler; all others are of higher order.
      CHECK(distance(one.q(), other.q()) < 1e-3);
      CHECK(distance(one.v(), other.v()) < 1e-2);
    }
    CHECK(std::abs(energy(one) - start) < 1e-3 * one.kineticEnergy() + 1e-2 * std::abs(start));
  }
}

}  // namespace linkwork::test
