#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "collision/solids.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/collision/scene.hpp"
#include "linkwork/contact/unilateral_rows.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/maximal/constraint_graph.hpp"
#include "simulation/allocation_counter.hpp"

/// The pairs of colliders that the broad phase selects, compared with all pairs.
namespace linkwork::test {
namespace {

using collision::Bounds;
using collision::BroadPhase;
using collision::ContactPoint;
using Eigen::Vector3d;
using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Collider ballOn(const std::string& body, double radius) {
  Collider ball;
  ball.body = body;
  ball.radius = radius;
  return ball;
}

/// Returns a chain above a ground plane. Each link overlaps its neighbors.
Mechanism thickChain(int links) {
  Mechanism mechanism = chain({.links = links, .length = 0.5});
  Collider ground;
  ground.body = worldName;
  ground.type = ColliderType::plane;
  ground.frame.position.z() = -0.5;
  ground.friction = 0.2;
  ground.torsionalFriction = 0.04;
  ground.rollingFriction = 0.01;
  ground.restitution = 0.4;
  mechanism.contact.colliders.push_back(ground);
  for (const Body& body : mechanism.bodies) {
    mechanism.contact.colliders.push_back(ballOn(body.name, 0.6));
    mechanism.contact.colliders.back().torsionalFriction = 0.01;
    mechanism.contact.colliders.back().restitution = 0.1;
  }
  return mechanism;
}

/// A mechanism's bodies at its initial state, and the contact points there.
struct PlacedScene {
  explicit PlacedScene(const Mechanism& given)
      : mechanism(given),
        tree(compile(given)),
        rigid(tree),
        scene(contact::sceneOf(given, tree, rigid)) {
    poses.resize(rigid.parts.size());
    reach.assign(rigid.parts.size(), 0.0);
    for (std::size_t p = 1; p < poses.size(); ++p)
      poses[p].position = Vector3d(0, 0, -0.1 * static_cast<double>(p));
  }

  std::vector<ContactPoint> find() {
    std::vector<ContactPoint> points;
    scene.find(poses, reach, points);
    return points;
  }

  /// Returns the pairs of bodies that touch.
  std::set<std::pair<int, int>> partners() {
    std::set<std::pair<int, int>> result;
    for (const ContactPoint& point : find())
      result.insert(std::minmax(point.parts[0], point.parts[1]));
    return result;
  }

  Mechanism mechanism;
  ClusterTree<double> tree;
  RigidParts rigid;
  collision::Scene scene;
  std::vector<PartPose> poses;
  std::vector<double> reach;
};

Pairs overlapsOfAll(const std::vector<Bounds>& bounds) {
  Pairs pairs;
  for (std::uint32_t j = 0; j < bounds.size(); ++j)
    for (std::uint32_t i = 0; i < j; ++i)
      if ((bounds[i].low.array() <= bounds[j].high.array()).all() &&
          (bounds[j].low.array() <= bounds[i].high.array()).all())
        pairs.emplace(i, j);
  return pairs;
}

}  // namespace

TEST_CASE("the sweep finds each pair of overlapping boxes once", "[contact]") {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto any = [&] {
    const double x = unit(random), y = unit(random);
    return Vector3d(x, y, unit(random));
  };
  std::vector<Vector3d> places, sizes, speeds;
  for (int i = 0; i < 60; ++i) {
    places.push_back(any());
    sizes.push_back(0.3 * any().cwiseAbs());
    speeds.push_back(0.1 * any());
  }
  BroadPhase broadPhase;
  std::size_t found = 0;
  for (int step = 0; step < 100; ++step) {
    std::vector<Bounds> bounds;
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i] += speeds[i];
      // They spread along y first, and along x later.
      const Vector3d place = places[i].cwiseProduct(Vector3d(0.02 * step, 1, 0.1));
      bounds.push_back({place - sizes[i], place + sizes[i]});
    }
    Pairs pairs;
    broadPhase.find(bounds, [&](std::uint32_t i, std::uint32_t j) {
      CHECK(i < j);
      CHECK(pairs.emplace(i, j).second);
    });
    CHECK(pairs == overlapsOfAll(bounds));
    found += pairs.size();
  }
  CHECK(found > 1000);
}

TEST_CASE("links of a chain touch each other and the ground, but not their neighbors",
          "[contact]") {
  PlacedScene on(thickChain(6));
  std::set<std::pair<int, int>> expected;
  for (int i = 1; i <= 6; ++i)
    for (int j = i + 2; j <= 6; ++j) expected.emplace(i, j);
  for (int i = 1; i <= 6; ++i) expected.emplace(0, i);
  CHECK(on.partners() == expected);

  on.mechanism.contact.selfCollision = false;
  PlacedScene worldOnly(on.mechanism);
  std::set<std::pair<int, int>> withGround;
  for (int i = 1; i <= 6; ++i) withGround.emplace(0, i);
  CHECK(worldOnly.partners() == withGround);

  for (const ContactPoint& point : worldOnly.find()) {
    CHECK(point.parts[0] == groundPart);
    CHECK(point.bodies[0] == ground);
    CHECK(worldOnly.rigid.part(point.bodies[1]) == point.parts[1]);
    CHECK(point.friction == Approx(0.4));  // √(0.2 · 0.8)
    CHECK(point.torsion == Approx(0.02));  // √(0.04 · 0.01)
    CHECK(point.rolling == 0);             // √(0.01 · 0)
    CHECK(point.restitution == 0.4);
    CHECK(point.normal == Vector3d::UnitZ());
  }
}

TEST_CASE("bodies joined by a loop or a weld do not collide", "[contact]") {
  Mechanism mechanism = fourBar();
  for (const Body& body : mechanism.bodies)
    mechanism.contact.colliders.push_back(ballOn(body.name, 10));
  PlacedScene on(mechanism);
  const auto partOf = [&](std::string_view name) {
    return on.rigid.part(on.tree.treeBody(bodyNamed(mechanism, name)));
  };
  const int crank = partOf("crank"), rocker = partOf("rocker");
  const std::set<std::pair<int, int>> ends{std::minmax(crank, rocker)};
  CHECK(on.partners() == ends);

  // A second link, welded to the first, is part of the same body. It is joined to the third link.
  Mechanism welded = thickChain(4);
  welded.joints[1].type = JointType::fixed;
  welded.joints[1].axis = Joint().axis;
  const std::set<std::pair<int, int>> parts{{0, 1}, {0, 2}, {0, 3}, {1, 3}};
  CHECK(PlacedScene(welded).partners() == parts);
}

TEST_CASE("colliders move with their bodies", "[contact]") {
  // A ball off the body's origin, on a body off the center of mass of its welded group.
  Mechanism mechanism = thickChain(1);
  mechanism.contact.colliders[1].frame.position = {0.1, 0.2, 0.3};
  PlacedScene on(mechanism);
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(0.8, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  const Transform<double> body = on.rigid.frame(0) * on.tree.body(0).userFrame;
  on.poses[1].rotation = turn;
  const Vector3d center = on.poses[1].position + turn * (body * Vector3d(0.1, 0.2, 0.3));
  on.reach = {0, 10};
  const std::vector<ContactPoint> points = on.find();
  REQUIRE(points.size() == 1);
  CHECK(points[0].gap == Approx(center.z() + 0.5 - 0.6));
  CHECK(points[0].point.z() == Approx((center.z() - 0.6 - 0.5) / 2));
}

TEST_CASE("a contact point keeps its id while others appear and disappear", "[contact]") {
  PlacedScene on(thickChain(8));
  std::map<std::uint64_t, std::array<int, 2>> known;
  for (int step = 0; step < 50; ++step) {
    for (std::size_t p = 1; p < on.poses.size(); ++p)
      on.poses[p].position.x() = std::sin(0.1 * step) * static_cast<double>(p * p % 5);
    std::set<std::uint64_t> now;
    for (const ContactPoint& point : on.find()) {
      CHECK(now.insert(point.id).second);
      const auto place = known.emplace(point.id, point.parts).first;
      CHECK(place->second == point.parts);
    }
  }
  CHECK(known.size() == 8 + 21);
}

TEST_CASE("mechanisms of the catalogue start just above their contacts", "[contact]") {
  std::vector<Mechanism> mechanisms{mitHumanoid({.base = RobotBase::standing})};
  for (const std::string_view name : catalogueNames())
    mechanisms.push_back(catalogueMechanism(name));
  int touching = 0;
  for (const Mechanism& mechanism : mechanisms) {
    INFO(mechanism.name);
    PlacedScene on(mechanism);
    if (on.scene.empty()) continue;
    ++touching;
    const maximal::ConstraintGraph graph(on.tree);
    std::vector<maximal::JointPose> joints;
    graph.place(on.tree.initialPosition(), on.poses, joints);
    on.reach.assign(on.reach.size(), 0.6);
    double least = 1;
    for (const ContactPoint& point : on.find()) least = std::min(least, point.gap);
    CHECK(least > -1e-12);
    CHECK(least < 0.5);
  }
  CHECK(touching == 4);
}

TEST_CASE("the search allocates nothing after its first run", "[contact]") {
  if (!allocationsAreCounted) return;
  PlacedScene on(thickChain(20));
  std::vector<ContactPoint> points;
  on.scene.find(on.poses, on.reach, points);
  const auto search = [&] {
    for (int i = 0; i < 10; ++i) {
      for (auto& pose : on.poses) pose.position.x() *= 1.1;
      on.scene.find(on.poses, on.reach, points);
    }
  };
  CHECK(allocationsIn(search) == 0);
  CHECK(points.size() > 50);
}

}  // namespace linkwork::test
