#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/model/state_layout.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Reactions of joints: laws that hold for every mechanism.
namespace linkwork::test {
namespace {

using Wrench = Eigen::Map<const Vector6<double>>;

Transform<double> bodyPoseOf(Simulation& simulation, std::string_view name) {
  const std::vector<Body>& bodies = simulation.mechanism().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].name == name) {
      const double* pose = &simulation.poses()[7 * i];
      return {Eigen::Quaterniond(pose[6], pose[3], pose[4], pose[5]).toRotationMatrix(),
              Eigen::Vector3d(pose[0], pose[1], pose[2])};
    }
  return Transform<double>::Identity();
}

/// Returns [moment; force] about the world's origin of all forces of the ground.
Vector6<double> fromGround(Simulation& simulation) {
  const std::span<const double> reactions = simulation.reactions();
  const Mechanism& mechanism = simulation.mechanism();
  Vector6<double> sum = Vector6<double>::Zero();
  const auto add = [&](const JointGeometry& joint, std::size_t place) {
    if (joint.parent != worldName && joint.child != worldName) return;
    const Wrench wrench(&reactions[6 * place]);
    const Eigen::Vector3d origin = bodyPoseOf(simulation, joint.child) * joint.childFrame.position;
    const double sign = joint.parent == worldName ? 1 : -1;
    sum.head<3>() += sign * (wrench.head<3>() + origin.cross(wrench.tail<3>()));
    sum.tail<3>() += sign * wrench.tail<3>();
  };
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) add(mechanism.joints[i], i);
  for (std::size_t i = 0; i < mechanism.loops.size(); ++i)
    add(mechanism.loops[i], mechanism.joints.size() + i);
  return sum;
}

}  // namespace

TEST_CASE("the forces of the ground change the momentum", "[simulation][maximal]") {
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    const double h = 1e-4;
    Simulation simulation(mechanism, {.method = "articulated-body", .step = h});
    simulation.step(100);
    const Vector6<double> before = simulation.momentum();
    simulation.step();
    const Vector6<double> ground = fromGround(simulation);
    Vector6<double> weight = Vector6<double>::Zero();
    for (const Body& body : mechanism.bodies) {
      const Eigen::Vector3d center = bodyPoseOf(simulation, body.name) * body.centerOfMass;
      weight.head<3>() += center.cross(body.mass * mechanism.gravity);
      weight.tail<3>() += body.mass * mechanism.gravity;
    }
    simulation.step();
    const Vector6<double> rate = (simulation.momentum() - before) / (2 * h);
    // Central differences have an error of h²/6 times the third derivative, with rates of up to 40
    // rad/s.
    CHECK((ground + weight - rate).norm() < 5e-6 * (ground.norm() + weight.norm()));
  }
}

TEST_CASE("along its free axes, a joint transmits its motor's force", "[simulation][maximal]") {
  // Without couplings, dampers and springs, the only force along S is the applied force.
  Simulation simulation(everyJointType(), {.method = "articulated-body"});
  const Mechanism& mechanism = simulation.mechanism();
  simulation.setTorque("joint revolute", std::vector<double>{0.7});
  simulation.setTorque("joint universal", std::vector<double>{0.2, -0.4});
  const std::span<const double> reactions = simulation.reactions(ReactionAxes::joint);
  const double all = vectorOf(reactions).norm();
  const ClusterTree<double>& tree = simulation.tree();
  for (const TreeBody<double>& body : tree.bodies()) {
    const std::size_t index = static_cast<std::size_t>(body.mechanismJoint);
    const Joint& joint = mechanism.joints[index];
    INFO(joint.name);
    const Eigen::Matrix3d turn = canonicalFrame(joint.type, joint.axis, joint.axis2);
    Vector6<double> wrench = Wrench(&reactions[6 * index]);
    wrench << turn.transpose() * wrench.head<3>(), turn.transpose() * wrench.tail<3>();
    withJoint(body.joint, body.pitch, [&]<typename Kind>(const Kind& kind) {
      const typename Kind::Position q =
          Eigen::Map<const Eigen::Matrix<double, Kind::positionSize, 1>>(simulation.q().data() +
                                                                         body.position);
      const Eigen::MatrixXd subspace = kind.motionSubspace(q);
      const Eigen::VectorXd along = subspace.transpose() * wrench;
      Eigen::VectorXd given = Eigen::VectorXd::Zero(Kind::velocitySize);
      if (joint.name == "joint revolute") given << 0.7;
      if (joint.name == "joint universal") given << 0.2, -0.4;
      CHECK((along - given).norm() < 1e-13 * all);  // rounding of six solves, relative to the load
    });
  }
}

TEST_CASE("a hanging chain supports its weight", "[simulation][maximal]") {
  ChainOptions options;
  options.links = 5;
  options.startAngle = 0;
  Simulation simulation(chain(options));
  const std::span<const double> reactions = simulation.reactions();
  for (int i = 0; i < options.links; ++i) {
    const Wrench wrench(&reactions[static_cast<std::size_t>(6 * i)]);
    const double carried = (options.links - i) * options.mass * options.gravity;
    CHECK((wrench.tail<3>() - Eigen::Vector3d(0, 0, carried)).norm() < 1e-13 * carried);
  }
}

}  // namespace linkwork::test
