#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/dynamics/general_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "dynamics/operational_fixture.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/queries/impact.hpp"
#include "maximal/multiplier_fixture.hpp"
#include "simulation/allocation_counter.hpp"

namespace linkwork::test {
namespace {

using maximal::JointConstraint;
using maximal::PartRow;
using maximal::PartVector;

/// Calls `check(fixture, multipliers)` on random mechanisms. A failed check prints the seed.
template <typename Check>
void onRandomParts(std::uint64_t seeds, Check&& check) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    if (on.tree.degreesOfFreedom() == 0) continue;
    MultiplierFixture with(on);
    check(on, with);
  }
}

/// Returns three rows per point, along the world's axes.
std::vector<PartRow> rowsAtPoints(const MultiplierFixture& with,
                                  const std::vector<EndEffector<double>>& points) {
  std::vector<PartRow> rows;
  const RigidParts& rigid = with.dynamics.graph().rigid;
  for (const EndEffector<double>& point : points) {
    const int part = rigid.part(point.body);
    const Transform<double> frame =
        rigid.frame(point.body) * with.on.tree.body(point.body).userFrame * point.frame;
    const Eigen::Vector3d offset = with.here.parts[at(part)].rotation * frame.translation;
    for (int axis = 0; axis < 3; ++axis) {
      PartRow row;
      row.parts[0] = part;
      row.forces[0] << offset.cross(Eigen::Vector3d::Unit(axis)), Eigen::Vector3d::Unit(axis);
      rows.push_back(row);
    }
  }
  return rows;
}

std::vector<EndEffector<double>> randomPoints(const Fixture& on, Random& random, int count) {
  std::vector<EndEffector<double>> points;
  for (int i = 0; i < count; ++i)
    points.push_back(EndEffector<double>::atPoint(
        static_cast<int>(uniform(random, 0, static_cast<double>(on.tree.bodies().size()))),
        randomVector(random, 1)));
  return points;
}

double rateAlong(const PartRow& row, const PartVector& velocities) {
  double rate = 0;
  for (std::size_t k = 0; k < 2; ++k)
    if (row.parts[k] != groundPart) rate += row.forces[k].dot(velocities[at(row.parts[k])]);
  return rate;
}

/// Returns fᵀ M⁻¹ f of the row's parts without joints. Directions without inertia are skipped.
double freeResponse(const MultiplierFixture& with, const PartRow& row) {
  double response = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (row.parts[side] == groundPart) continue;
    const auto& part = with.dynamics.graph().rigid.parts[at(row.parts[side])];
    const Eigen::Vector3d moment =
        with.here.parts[at(row.parts[side])].rotation.transpose() * row.forces[side].head<3>();
    response += moment.dot(part.inertia.completeOrthogonalDecomposition().solve(moment));
    if (part.mass > 0) response += row.forces[side].tail<3>().squaredNorm() / part.mass;
  }
  return response;
}

}  // namespace

TEST_CASE("accelerations by multipliers agree with the recursion over clusters",
          "[maximal][multipliers]") {
  onRandomParts(160, [](const Fixture& on, const MultiplierFixture& with) {
    CHECK(difference(with.accelerations(), on.forward()) <= solveTolerance(on));
  });
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    const Fixture on(catalogueMechanism(name));
    if (!on.tree.nonholonomic().empty()) continue;  // the recursion does not support these
    const Eigen::VectorXd a = on.forward();
    CHECK((MultiplierFixture(on).accelerations() - a).norm() <= 1e-9 * a.norm());
  }
}

TEST_CASE("velocities of joints and parts are read back", "[maximal][multipliers]") {
  onRandomParts(60, [](const Fixture& on, const MultiplierFixture& with) {
    CHECK(difference(with.jointsOf(with.velocities), on.v) <= 1e-12);
    Eigen::VectorXd q = on.q;
    with.dynamics.readPosition(with.here, q);
    CHECK(difference(q, on.q) <= 1e-12);
    maximal::PartConfiguration again = with.here;
    with.dynamics.placeJoints(again);
    CHECK((again.joints.back().gap - with.here.joints.back().gap).norm() == 0);
  });
}

TEST_CASE("joint reactions are the constraint forces of inverse dynamics",
          "[maximal][multipliers]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] =
        randomMechanism(seed, {.bodies = 7, .gears = 0, .loops = 0, .isFloating = seed % 2 == 0});
    Fixture on(mechanism, state);
    on.forces.hasWrenches = true;
    Workspace<double> work(on.tree);
    Eigen::VectorXd needed(on.tree.velocitySize());
    updateKinematics<double>(on.tree, on.q, on.v, work);
    updatePoses(on.tree, work);
    generalInverseDynamics<double>(on.tree, on.q, on.v, on.forward(), on.forces, work, needed);
    MultiplierFixture with(on);
    PartVector reactions;
    with.dynamics.reactions(with.forces, with.y, reactions);
    Eigen::VectorXd torque = on.forces.torque;
    addPassiveForces<double>(on.tree, on.q, on.v, torque);
    for (std::size_t j = 0; j < reactions.size(); ++j) {
      const JointConstraint& constraint = with.dynamics.graph().joints[j];
      Vector6<double> through = reactions[j];
      maximal::RowWrench given[6];
      freeWrenches(constraint.type, constraint.measure, with.here.joints[j], given);
      for (int k = 0; k < velocitySize(constraint.type); ++k) {
        const double tau = torque[on.tree.body(constraint.body).velocity + k];
        through.tail<3>() += tau * given[k].force;
        through.head<3>() += tau * given[k].torque;
      }
      const BodyWorkspace<double>& body = work.of(constraint.body);
      Vector6<double> expected;
      expected << body.pose.rotation * body.force.head<3>(),
          body.pose.rotation * body.force.tail<3>();
      CHECK((through - expected).norm() <= solveTolerance(on) * expected.norm());
    }
  }
}

TEST_CASE("with loops, every part satisfies the Newton–Euler equations, and reactions do no work",
          "[maximal][multipliers]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed, {.bodies = 9, .gears = 0, .loops = 2});
    const Fixture on(mechanism, state);
    MultiplierFixture with(on);
    PartVector reactions, residual;
    with.dynamics.reactions(with.forces, with.y, reactions);
    with.dynamics.applyInertia(with.here, with.y, residual);
    double scale = 0, power = 0;
    for (std::size_t p = 1; p < residual.size(); ++p) {
      scale = std::max({scale, residual[p].norm(), with.forces[p].norm()});
      residual[p] -= with.forces[p];
    }
    for (std::size_t j = 0; j < reactions.size(); ++j) {
      const maximal::JointFrames& frames = with.dynamics.graph().joints[j].frames;
      const maximal::JointPose& pose = with.here.joints[j];
      const Vector6<double>& w = reactions[j];
      scale = std::max(scale, w.norm());
      Vector6<double>&child = residual[at(frames.child)], &parent = residual[at(frames.parent)];
      child.tail<3>() -= w.tail<3>();
      child.head<3>() -= w.head<3>() + pose.childOffset.cross(w.tail<3>());
      parent.tail<3>() += w.tail<3>();
      parent.head<3>() += w.head<3>() + pose.parentOffset.cross(w.tail<3>());
      const Vector6<double>&vc = with.velocities[at(frames.child)],
            &vp = with.velocities[at(frames.parent)];
      const Eigen::Vector3d slip = vc.tail<3>() + vc.head<3>().cross(pose.childOffset) -
                                   vp.tail<3>() - vp.head<3>().cross(pose.parentOffset);
      const maximal::JointConstraint& joint = with.dynamics.graph().joints[j];
      if (!joint.isLoop() && on.tree.body(joint.body).armature != 0) continue;  // its force works
      power = std::max(
          power, std::abs(w.tail<3>().dot(slip) + w.head<3>().dot(vc.head<3>() - vp.head<3>())));
    }
    for (std::size_t p = 1; p < residual.size(); ++p)
      CHECK(residual[p].norm() <= capped(1e-9 * amplification(on)) * scale);
    CHECK(power <= solveTolerance(on) * scale);
  }
}

TEST_CASE("the Delassus operator is the operational-space inertia, with loops and gears",
          "[maximal][multipliers]") {
  const auto check = [](const Fixture& on, MultiplierFixture& with) {
    Random random(static_cast<std::uint64_t>(on.tree.bodies().size()));
    const auto points = randomPoints(on, random, 3);
    const std::vector<PartRow> rows = rowsAtPoints(with, points);
    Eigen::MatrixXd w;
    with.dynamics.assembleDelassus(rows, w);
    OperationalSpace<double> space(on.tree, points);
    const Eigen::MatrixXd expected = inverseInertia(on, space);
    // Joints and auxiliary rows cancel most of the free response of the parts. The result has the
    // rounding error of the free response.
    double scale = expected.norm();
    for (const PartRow& row : rows) scale = std::max(scale, freeResponse(with, row));
    // Two solutions are compared.
    CHECK((w - expected).norm() <= solveTolerance(on, 2) * scale);
    CHECK((w - w.transpose()).norm() == 0);

    // A solve with the rows' forces gives the same result.
    const Eigen::VectorXd push = Eigen::VectorXd::LinSpaced(w.rows(), -1, 2);
    PartVector change = with.zeros();
    with.dynamics.respond(rows, push.data(), change);
    for (Eigen::Index i = 0; i < w.rows(); ++i)
      CHECK(std::abs(rateAlong(rows[static_cast<std::size_t>(i)], change) - w.row(i).dot(push)) <=
            solveTolerance(on) * scale * push.norm());
  };
  onRandomParts(120, check);
  for (const char* name : {"differentialLeg", "telloHumanoid"}) {  // massless links in loops
    CAPTURE(name);
    const Fixture on(catalogueMechanism(name));
    MultiplierFixture with(on);
    check(on, with);
  }
}

TEST_CASE("at a singular pose, dependent loop rows share the load", "[maximal][multipliers]") {
  // A flat parallelogram: one independent row less than at other poses, and gravity across it.
  const double start = 0.5;
  Fixture on(fourBarChain({.units = 1, .rocker = 1, .startAngle = start}));
  on.q *= std::numbers::pi / 2 / start;
  on.v.setZero();
  MultiplierFixture with(on);
  PartVector c;
  Eigen::VectorXd gaps;
  with.dynamics.positionViolations(with.here, on.q, c, gaps);
  REQUIRE(gaps.norm() <= 1e-12);
  with.dynamics.relativeVelocities(with.here, with.y, c, gaps);
  CHECK(gaps.norm() <= 1e-9);
  CHECK(with.accelerations().norm() > 1);
  CHECK(with.dynamics.auxiliaryMultipliers().norm() < 1e3);
  PartVector reactions;
  with.dynamics.reactions(with.forces, with.y, reactions);
  for (const Vector6<double>& reaction : reactions) CHECK(reaction.norm() < 1e3);
}

TEST_CASE("impulses change velocities as an impact does", "[maximal][multipliers]") {
  onRandomParts(60, [](const Fixture& on, MultiplierFixture& with) {
    Random random(static_cast<std::uint64_t>(on.tree.velocitySize()));
    const auto points = randomPoints(on, random, 2);
    ImpactRows<double> contacts(on.tree, points);
    Eigen::VectorXd impulse(contacts.space.rows), jump(on.tree.velocitySize());
    collide<double>(on.tree, on.q, on.v, Eigen::VectorXd::Constant(impulse.size(), 0.5), on.work,
                    contacts, impulse, jump);
    PartVector change = with.zeros();
    with.dynamics.respond(rowsAtPoints(with, points), impulse.data(), change);
    CHECK((with.jointsOf(change) - jump).norm() <=
          (1e-8 + solveTolerance(on, 10)) * std::max(impulse.norm(), jump.norm()));
  });
}

TEST_CASE("an impulse on a flying chain is the change of its momentum", "[maximal][multipliers]") {
  const auto [mechanism, state] =
      randomMechanism(3, {.bodies = 12, .gears = 1, .loops = 1, .isFloating = true});
  const Fixture on(mechanism, state);
  MultiplierFixture with(on);
  PartVector impulses = with.zeros(), change, momenta;
  impulses[5] << 0.1, 0.3, -0.2, 1, -2, 0.5;
  with.dynamics.solve(impulses, with.noBias(), with.noAuxiliary(), change);
  with.dynamics.applyInertia(with.here, change, momenta);
  Vector6<double> gained = Vector6<double>::Zero(), given = gained;
  const auto add = [&](const Vector6<double>& wrench, std::size_t p, Vector6<double>& to) {
    to.tail<3>() += wrench.tail<3>();
    to.head<3>() += wrench.head<3>() + with.here.parts[p].position.cross(wrench.tail<3>());
  };
  for (std::size_t p = 1; p < momenta.size(); ++p) {
    add(momenta[p], p, gained);
    add(impulses[p], p, given);
  }
  CHECK((gained - given).norm() <= 1e-11);
}

TEST_CASE("in first-order motion, forces give velocities as they give accelerations at rest",
          "[maximal][multipliers]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Fixture on(mechanism, state);
    if (on.tree.degreesOfFreedom() == 0) continue;
    on.v.setZero();
    on.update();
    MultiplierFixture with(on);
    PartVector forces, velocities;
    with.dynamics.gatherForces(with.here, on.q, on.v, on.forces, forces);
    with.dynamics.solve(forces, with.noBias(), with.noAuxiliary(), velocities);
    CHECK(difference(with.jointsOf(velocities), on.forward()) <= solveTolerance(on));
  }
}

TEST_CASE("J̇v is the rate of J v along held velocities", "[maximal][multipliers]") {
  const auto check = [](const MultiplierFixture& with) {
    const double h = 1e-5;
    PartVector c;
    Eigen::VectorXd before, after;
    with.dynamics.relativeVelocities(drifted(with, with.velocities, -h), with.velocities, c,
                                     before);
    with.dynamics.relativeVelocities(drifted(with, with.velocities, h), with.velocities, c, after);
    double fastest = 1;
    for (const auto& velocity : with.velocities) fastest = std::max(fastest, velocity.norm());
    for (int i = 0; i < with.dynamics.auxiliaryRows(); ++i) {
      CAPTURE(i);
      // Central differences: truncation h² v³ for coordinates within several meters, rounding v/h.
      CHECK(std::abs((after[i] - before[i]) / (2 * h) - with.auxiliary[i]) <=
            1e-8 * fastest * fastest * fastest);
    }
  };
  onRandomParts(80, [&](const Fixture&, const MultiplierFixture& with) { check(with); });

  Mechanism mechanism;
  for (const char* name : {"disc", "sledge"}) {
    mechanism.bodies.push_back({.name = name, .mass = 2, .inertia = {0.1, 0.2, 0.25}});
    Joint joint;
    joint.type = JointType::free;
    joint.name = name;
    joint.parent = worldName;
    joint.child = name;
    mechanism.joints.push_back(joint);
  }
  mechanism.nonholonomic.push_back(
      RollingDisc{.body = "disc", .center = {0.1, 0, 0.2}, .axis = {0.3, 0.1, 1}, .radius = 0.4});
  mechanism.nonholonomic.push_back(KnifeEdge{.body = "sledge", .point = {0.5, 0.1, 0}});
  NamedState state;
  for (const char* name : {"disc", "sledge"}) {
    state.q[name] = {1, 2, 3, 0.1, 0.5, 0.3, std::sqrt(1 - 0.35)};
    state.v[name] = {1, -0.5, 0.7, 0.3, 0.9, -1};
  }
  const Fixture on(mechanism, state);
  check(MultiplierFixture(on));
}

TEST_CASE("a correction of the constraint violations closes all joints and loops",
          "[maximal][multipliers]") {
  onRandomParts(120, [](const Fixture& on, MultiplierFixture& with) {
    // Parts slightly off their joints. After a second correction, the error is the square.
    Random random(static_cast<std::uint64_t>(on.tree.bodies().size()));
    const double off = 1e-4;
    PartVector apart = with.zeros(), gaps;
    for (std::size_t p = 1; p < apart.size(); ++p)
      apart[p] << randomVector(random, off), randomVector(random, off);
    const auto worst = [&](const maximal::PartConfiguration& placed) {
      Eigen::VectorXd q = on.q, auxiliary;
      with.dynamics.readPosition(placed, q);
      with.dynamics.positionViolations(placed, q, gaps, auxiliary);
      with.auxiliary = auxiliary;
      double largest = auxiliary.size() > 0 ? auxiliary.cwiseAbs().maxCoeff() : 0;
      for (const Vector6<double>& gap : gaps) largest = std::max(largest, gap.norm());
      return largest;
    };
    const double rounding = worst(with.here);
    CHECK(rounding <= 1e-8);  // the tolerance of a closed state
    with.here = drifted(with, apart, 1);
    const double before = worst(with.here);
    with.dynamics.factor(with.here);
    PartVector back;
    with.dynamics.solve(with.zeros(), gaps, with.auxiliary, back);
    double moved = off;
    for (const Vector6<double>& part : back) moved = std::max(moved, part.norm());
    const double after = worst(drifted(with, back, 1));
    CHECK(after <= 20 * moved * moved + 1e-12);
    CHECK(before >= 0);
  });
}

TEST_CASE("after the first call, nothing is allocated", "[maximal][multipliers]") {
  if (!allocationsAreCounted) return;
  onRandomParts(20, [](const Fixture& on, MultiplierFixture& with) {
    Random random(7);
    const std::vector<PartRow> rows = rowsAtPoints(with, randomPoints(on, random, 2));
    const std::vector<double> push(rows.size(), 0.5);
    Eigen::MatrixXd w;
    Eigen::VectorXd q = on.q, v, a;
    PartVector change = with.zeros(), reactions;
    const auto everything = [&] {
      with.dynamics.place(q, with.here);
      with.dynamics.placeJoints(with.here);
      with.dynamics.readPosition(with.here, q);
      with.dynamics.partVelocities(with.here, q, on.v, with.velocities);
      with.dynamics.gatherForces(with.here, q, on.v, on.forces, with.forces);
      with.dynamics.factor(with.here);
      with.dynamics.accelerationBias(with.here, with.velocities, with.c, with.auxiliary);
      with.dynamics.solve(with.forces, with.c, with.auxiliary, with.y);
      with.dynamics.jointVelocities(with.here, with.velocities, v);
      with.dynamics.jointAccelerations(with.here, with.velocities, with.y, a);
      with.dynamics.velocityViolations(with.here, with.velocities, with.c, with.auxiliary);
      with.dynamics.positionViolations(with.here, q, with.c, with.auxiliary);
      with.dynamics.assembleDelassus(rows, w);
      with.dynamics.respond(rows, push.data(), change);
      with.dynamics.reactions(with.forces, with.y, reactions);
    };
    everything();
    CHECK(allocationsIn(everything) == 0);
  });
}
}  // namespace linkwork::test
