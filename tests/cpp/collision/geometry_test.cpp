#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>

#include "collision/solids.hpp"

/// Contact points of pairs of solids, compared with distances from another method and with laws
/// that hold for all pairs.
namespace linkwork::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Solid boxAt(const Vector3d& half, const Vector3d& position, double angle = 0) {
  Solid box = solidOf(ColliderType::box, half, 0);
  box.position = position;
  box.axes = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
  return box;
}

/// Returns a capsule along x.
Solid capsuleAt(double half, double radius, const Vector3d& position) {
  Solid capsule = solidOf(ColliderType::capsule, {0, 0, half}, radius);
  capsule.position = position;
  capsule.axes = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitY()).toRotationMatrix();
  return capsule;
}

/// Returns the convex hull of a box's corners.
Solid cornersOf(const Solid& box) {
  std::vector<Vector3d> corners;
  for (int c = 0; c < 8; ++c)
    corners.push_back(
        box.half.cwiseProduct(Vector3d(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1)));
  return collision::hullSolid(corners, box.position, box.axes);
}

std::set<std::uint32_t> featuresOf(const std::vector<ManifoldPoint>& points) {
  std::set<std::uint32_t> features;
  for (const ManifoldPoint& contact : points) features.insert(contact.feature);
  CHECK(features.size() == points.size());
  return features;
}

}  // namespace

TEST_CASE("the smallest gap of separate solids is their distance", "[contact]") {
  int apart = 0;
  forPairs(25, 11, [&](const Solid& a, const Solid& b, std::mt19937&) {
    const double distance = distanceOf(a, b);
    if (distance < 1e-3) return;
    ++apart;
    const std::vector<ManifoldPoint> points = manifoldOf(a, b, far);
    REQUIRE_FALSE(points.empty());
    const ManifoldPoint& nearest = deepest(points);
    CHECK(nearest.gap == Approx(distance).margin(1e-11));  // rounding of several hundred operations
    CHECK(nearest.normal.norm() == Approx(1).epsilon(1e-13));
    // At the middle, the distance to both is half.
    Solid middle = solidOf(ColliderType::sphere, {0, 0, 0}, 0);
    middle.position = nearest.point;
    CHECK(distanceOf(a, middle) == Approx(distance / 2).margin(1e-11));
    CHECK(distanceOf(middle, b) == Approx(distance / 2).margin(1e-11));
    CHECK(manifoldOf(a, b, distance * (1 - 1e-9)).empty());
    CHECK_FALSE(manifoldOf(a, b, distance * (1 + 1e-9)).empty());
  });
  CHECK(apart > 150);
}

TEST_CASE("the normal is the gradient of the gap", "[contact]") {
  forPairs(15, 12, [&](const Solid& a, const Solid& b, std::mt19937&) {
    if (distanceOf(a, b) < 1e-2) return;
    const Vector3d normal = deepest(manifoldOf(a, b, far)).normal;
    for (int i = 0; i < 3; ++i) {
      const double by = 1e-6;
      Solid there = b, back = b;
      there.position[i] += by;
      back.position[i] -= by;
      const double slope =
          (deepest(manifoldOf(a, there, far)).gap - deepest(manifoldOf(a, back, far)).gap) /
          (2 * by);
      // The curvature is at most 1/distance where the closest feature changes.
      CHECK(slope == Approx(normal[i]).margin(2e-4));
    }
  });
}

TEST_CASE("moving a solid along the normal by the overlap separates the solids", "[contact]") {
  int inside = 0;
  forPairs(25, 13, [&](const Solid& a, const Solid& b, std::mt19937&) {
    Solid near = b;
    if (a.type == ColliderType::plane)
      near.position = a.position + 0.1 * b.position;
    else
      near.position = a.position + 0.2 * (b.position - a.position);
    const std::vector<ManifoldPoint> points = manifoldOf(a, near, 0);
    if (points.empty()) return;
    ++inside;
    const ManifoldPoint& worst = deepest(points);
    near.position -= worst.gap * worst.normal;
    const double left = deepest(manifoldOf(a, near, far)).gap;
    // The normal between a rim and a side is accurate to about 1e-8.
    CHECK(left > -2e-8);
    // Faces are preferred to edges, and to the other box's faces, by a thousandth of the smallest
    // edge, at most 0.5. The error can be as large.
    CHECK(left < 1e-3);
    // At least the requested depth, and at most any way out along a face or to the other's middle.
    CHECK(-worst.gap < 4);
  });
  CHECK(inside > 200);
}

TEST_CASE("the order of the solids and their common pose do not change the contact", "[contact]") {
  const Matrix3d turn =
      Eigen::AngleAxisd(0.7, Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  const Vector3d by(0.3, -1, 2);
  forPairs(25, 14, [&](const Solid& a, const Solid& b, std::mt19937&) {
    const std::vector<ManifoldPoint> points = manifoldOf(a, b, far);
    const ManifoldPoint& nearest = deepest(points);
    const std::vector<ManifoldPoint> movedTouches =
        manifoldOf(moved(a, turn, by), moved(b, turn, by), far);
    const ManifoldPoint& movedNearest = deepest(movedTouches);
    CHECK(movedNearest.gap == Approx(nearest.gap).margin(1e-12));
    if (distanceOf(a, b) < 1e-3) return;  // two directions may be equally good
    // A rim's normal comes from its distance. Its error is √(rounding) over that distance.
    const bool isRound = a.type == ColliderType::cylinder || b.type == ColliderType::cylinder;
    const double margin = isRound ? 1e-5 : 1e-7;
    CHECK((movedNearest.normal - turn * nearest.normal).norm() < margin);
    const std::vector<ManifoldPoint> swapped = manifoldOf(b, a, far);
    CHECK(deepest(swapped).gap == Approx(nearest.gap).margin(1e-12));
    CHECK((deepest(swapped).normal + nearest.normal).norm() < margin);
  });
}

TEST_CASE("no contact point overestimates the distance between the solids", "[contact]") {
  forPairs(25, 15, [&](const Solid& a, const Solid& b, std::mt19937&) {
    const double distance = distanceOf(a, b);
    if (distance < 1e-9) return;
    for (const ManifoldPoint& contact : manifoldOf(a, b, far)) {
      CHECK(contact.gap >= distance - 1e-11);
      CHECK(contact.normal.norm() == Approx(1).epsilon(1e-13));
    }
  });
}

TEST_CASE("solids that lie flat have as many contact points as they need", "[contact]") {
  Solid ground = solidOf(ColliderType::plane, {0, 0, 0}, 0);
  const auto count = [](const Solid& a, const Solid& b) { return manifoldOf(a, b, 1e-3).size(); };
  CHECK(count(ground, boxAt({0.5, 0.3, 0.2}, {3, 2, 0.2})) == 4);
  CHECK(count(ground, capsuleAt(0.5, 0.1, {1, 0, 0.1})) == 2);

  const Solid table = boxAt({1, 1, 0.5}, {0, 0, -0.5});
  CHECK(count(table, boxAt({0.2, 0.2, 0.2}, {0.3, 0.2, 0.2}, 0.4)) == 4);
  CHECK(count(table, boxAt({1, 1, 0.5}, {0, 0, 0.5}, std::numbers::pi / 4)) == 8);
  CHECK(count(table, capsuleAt(0.5, 0.1, {0.2, 0, 0.1})) == 2);

  // A beam longer than the table touches the table's rims.
  const std::vector<ManifoldPoint> beam = manifoldOf(table, capsuleAt(3, 0.1, {0.2, 0, 0.1}), 1e-3);
  REQUIRE(beam.size() == 2);
  CHECK(std::min(beam[0].point.x(), beam[1].point.x()) == Approx(-1));
  CHECK(std::max(beam[0].point.x(), beam[1].point.x()) == Approx(1));

  // Parallel cylinders: contact along their overlap.
  const std::vector<ManifoldPoint> logs =
      manifoldOf(capsuleAt(1, 0.1, {0, 0, 0}), capsuleAt(1, 0.1, {0.5, 0, 0.2}), 1e-3);
  REQUIRE(logs.size() == 2);
  CHECK(std::min(logs[0].point.x(), logs[1].point.x()) == Approx(-0.5));
  CHECK(std::max(logs[0].point.x(), logs[1].point.x()) == Approx(1));
  for (const ManifoldPoint& contact : logs) CHECK(std::abs(contact.gap) < 1e-15);
}

TEST_CASE("contact points keep their ids while solids jitter", "[contact]") {
  // Boxes of equal size, flush: all choices of axes and sides are ties up to rounding.
  std::mt19937 random(16);
  std::normal_distribution<double> jitter(0, 1e-14);
  const Solid low = boxAt({0.5, 0.5, 0.5}, {0, 0, 0}), high = boxAt({0.5, 0.5, 0.5}, {0, 0, 1});
  const Solid log = capsuleAt(0.5, 0.1, {0, 0, 0.6});
  Solid drum =
      moved(solidOf(ColliderType::cylinder, {0.5, 0.5, 0.5}, 0), Matrix3d::Identity(), {0, 0, 1});
  Solid roller = log;
  roller.type = ColliderType::cylinder;
  roller.half = {0.1, 0.1, 0.5};
  roller.radius = 0;
  const std::array uppers{high, log, cornersOf(high), drum, roller};
  for (const Solid& upper : uppers) {
    const auto usual = featuresOf(manifoldOf(low, upper, 1e-3));
    CHECK(usual.size() == (&upper == &uppers[3] ? 8 : upper.half.x() == 0.5 ? 4 : 2));
    for (int i = 0; i < 200; ++i) {
      const Eigen::Quaterniond turn =
          Eigen::Quaterniond(1, jitter(random), jitter(random), jitter(random)).normalized();
      const Vector3d by(jitter(random), jitter(random), jitter(random));
      const std::vector<ManifoldPoint> points =
          manifoldOf(low, moved(upper, turn.toRotationMatrix(), by), 1e-3);
      CHECK(featuresOf(points) == usual);
      for (const ManifoldPoint& contact : points)
        CHECK((contact.normal - Vector3d::UnitZ()).norm() < 1e-12);
    }
  }
}

TEST_CASE("the support area moves continuously with a small rotation", "[contact]") {
  // From parallel to slightly crossed, in both directions: the deepest gap is continuous. The hull
  // of the contact points, which can support a load, is continuous as well.
  const Solid low = capsuleAt(1, 0.1, {0, 0, 0});
  for (int k = -20; k <= 20; ++k) {
    const double angle = 1e-5 * k;
    const Matrix3d turn = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
    const std::vector<ManifoldPoint> points =
        manifoldOf(low, moved(capsuleAt(1, 0.1, {0, 0, 0.2}), turn, {0, 0, 0}), 1e-3);
    double from = 0, to = 0;
    for (const ManifoldPoint& contact : points) {
      from = std::min(from, contact.point.x());
      to = std::max(to, contact.point.x());
      CHECK(contact.gap < 3e-7);  // (1 m · 2e-4)² / (2 · 0.2 m)
    }
    CHECK(from == Approx(-1).margin(1e-3));
    CHECK(to == Approx(1).margin(1e-3));
    CHECK(deepest(points).gap == Approx(0).margin(1e-15));
  }
}

TEST_CASE("concentric solids have a direction that separates them", "[contact]") {
  for (const ColliderType one : convexTypes)
    for (const ColliderType other : convexTypes) {
      if (other == ColliderType::plane) continue;
      const Solid a = solidOf(one, {0.4, 0.3, 0.5}, 0.2), b = solidOf(other, {0.3, 0.2, 0.4}, 0.1);
      const std::vector<ManifoldPoint> points = manifoldOf(a, b, 1e-3);
      INFO(name(one) << "–" << name(other));
      REQUIRE_FALSE(points.empty());
      for (const ManifoldPoint& contact : points) {
        CHECK(contact.gap < 1e-3);
        CHECK(contact.normal.norm() == Approx(1).epsilon(1e-13));
        CHECK(contact.point.allFinite());
      }
    }
}

}  // namespace linkwork::test
