#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "collision/solids.hpp"
#include "linkwork/collision/convex_separation.hpp"
#include "linkwork/mechanism/convex_hull.hpp"

/// Convex hulls of points: their faces, and their contacts as colliders.
namespace linkwork::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

std::vector<Vector3d> boxCorners(const Vector3d& half) {
  std::vector<Vector3d> corners;
  for (int c = 0; c < 8; ++c)
    corners.emplace_back((c & 1 ? 1 : -1) * half.x(), (c & 2 ? 1 : -1) * half.y(),
                         (c & 4 ? 1 : -1) * half.z());
  return corners;
}

Solid hullOf(const std::vector<Vector3d>& points, const Solid& at) {
  return collision::hullSolid(points, at.position, at.axes);
}

/// Computes volume and area from the faces.
std::pair<double, double> measuresOf(const ConvexHull& hull) {
  double volume = 0, area = 0;
  for (const ConvexHull::Face& face : hull.faces) {
    Vector3d twice(0, 0, 0);
    const auto corner = [&](std::size_t k) {
      return hull.vertices[hull.corners[face.first + k % face.count]];
    };
    for (std::size_t k = 0; k < face.count; ++k) twice += corner(k).cross(corner(k + 1));
    area += twice.norm() / 2;
    volume += twice.norm() / 6 * face.offset;
    CHECK(twice.normalized().dot(face.normal) == Approx(1));  // counterclockwise from outside
  }
  return {volume, area};
}

/// Returns 2 n points on a cylinder of radius r and half height h.
std::vector<Vector3d> prism(int n, double r, double h) {
  std::vector<Vector3d> points;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    for (const double z : {-h, h}) points.emplace_back(r * std::cos(angle), r * std::sin(angle), z);
  }
  return points;
}

}  // namespace

TEST_CASE("the hull of points is convex and closed, and contains all of them", "[contact]") {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> unit(-1, 1);
  // Random points, points on a sphere, and points on a coarse grid with many coplanar or equal
  // points.
  for (int kind = 0; kind < 3; ++kind)
    for (int draw = 0; draw < 12; ++draw) {
      const double scale = std::pow(10.0, 3 * unit(random));
      const Vector3d off = 5 * scale * Vector3d(unit(random), unit(random), unit(random));
      std::vector<Vector3d> points;
      for (int i = 0; i < 6 + 6 * draw; ++i) {
        Vector3d point(unit(random), unit(random), unit(random));
        if (kind == 1) point.normalize();
        if (kind == 2) point = (2 * point).array().round() / 3;
        points.push_back(off + scale * point);
      }
      CAPTURE(kind, draw);
      const std::optional<ConvexHull> hull = convexHull(points);
      REQUIRE(hull);
      // Faces within 1e-6 of a plane are merged.
      for (const ConvexHull::Face& face : hull->faces)
        for (const Vector3d& point : points)
          CHECK(face.normal.dot(point) < face.offset + 2e-6 * scale);
      CHECK(hull->vertices.size() + hull->faces.size() == hull->edges.size() + 2);  // Euler
      CHECK(measuresOf(*hull).first > 0);
      if (kind == 1) CHECK(hull->vertices.size() == points.size());
    }
}

TEST_CASE("known solids have the expected faces, edges, volumes and areas", "[contact]") {
  std::vector<Vector3d> points = boxCorners({1, 2, 3});
  for (const Vector3d& corner : boxCorners({1, 2, 0.5})) points.push_back(corner);    // on edges
  for (const Vector3d& corner : boxCorners({0.3, 0.2, 3})) points.push_back(corner);  // on faces
  points.push_back({0, 0, 0});
  points.push_back(points[0]);
  const ConvexHull box = *convexHull(points);
  CHECK(box.vertices == boxCorners({1, 2, 3}));
  CHECK(box.faces.size() == 6);
  CHECK(box.edges.size() == 12);
  CHECK(measuresOf(box).first == Approx(48));
  CHECK(measuresOf(box).second == Approx(88));

  const ConvexHull round = *convexHull(prism(64, 2, 0.5));
  CHECK(round.faces.size() == 66);
  CHECK(measuresOf(round).first == Approx(32 * 4 * std::sin(2 * std::numbers::pi / 64)));

  const std::vector<Vector3d> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-8}, {3, 2, 0}};
  CHECK_FALSE(convexHull(flat));
  CHECK_FALSE(convexHull(std::vector<Vector3d>(9, Vector3d(1, 2, 3))));
  CHECK_FALSE(convexHull(std::vector<Vector3d>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  CHECK(convexHull(std::vector<Vector3d>{{0, 0, 0}, {1e300, 0, 0}, {0, 1e300, 0}, {0, 0, 1e300}}));
}

TEST_CASE("the hull of a box's corners has the same contacts as the box", "[contact]") {
  std::mt19937 random(32);
  for (const ColliderType type : convexTypes)
    for (int draw = 0; draw < 20; ++draw) {
      const Solid other = randomSolid(type, random);
      const Solid box = randomSolid(ColliderType::box, random);
      const Solid hull = hullOf(boxCorners(box.half), box);
      INFO(name(type) << ", draw " << draw);
      const std::vector<ManifoldPoint> ofBox = manifoldOf(other, box, 1e3);
      const std::vector<ManifoldPoint> ofHull = manifoldOf(other, hull, 1e3);
      const double distance = distanceOf(other, box);
      // If they overlap, one of them may prefer a face by a thousandth of its size.
      const double margin = distance > 1e-3 ? 1e-11 : 2e-3;
      CHECK(deepest(ofHull).gap == Approx(deepest(ofBox).gap).margin(margin));
      if (distance > 1e-3) CHECK((deepest(ofHull).normal - deepest(ofBox).normal).norm() < 1e-7);
    }
  // Lying flat and turned: as many contact points, at the same places.
  for (const double angle : {0.0, 0.3, std::numbers::pi / 4}) {
    const Matrix3d turn = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
    const Vector3d half(0.5, 0.5, 0.2);
    Solid low = solidOf(ColliderType::box, half, 0), high = moved(low, turn, {0, 0, 0.4});
    const auto boxes = manifoldOf(low, high, 1e-3);
    const auto hulls =
        manifoldOf(hullOf(boxCorners(half), low), hullOf(boxCorners(half), high), 1e-3);
    REQUIRE(boxes.size() == hulls.size());
    for (const ManifoldPoint& one : boxes)
      CHECK(std::any_of(hulls.begin(), hulls.end(), [&](const ManifoldPoint& other) {
        return (one.point - other.point).norm() < 1e-12 &&
               (one.normal - other.normal).norm() < 1e-12;
      }));
  }
}

TEST_CASE("a cylinder that tips from its cap to its side touches with its lowest point",
          "[contact]") {
  // z = h cos θ + r sin θ on every table. The normal stays vertical.
  constexpr double r = 0.2, h = 0.3;
  const Solid plane = solidOf(ColliderType::plane, {0, 0, 0}, 0);
  Solid table = solidOf(ColliderType::box, {2, 2, 0.5}, 0);
  table.position.z() = -0.5;
  const Solid disc =
      moved(solidOf(ColliderType::cylinder, {2, 2, 0.5}, 0), Matrix3d::Identity(), {0, 0, -0.5});
  for (const Solid& under : {plane, table, hullOf(boxCorners(table.half), table), disc}) {
    INFO(name(under.type));
    Vector3d before(0, 0, 0);
    for (int k = 0; k <= 400; ++k) {
      const double tilt = std::numbers::pi / 800 * k;
      const Matrix3d turn =
          (Eigen::AngleAxisd(0.3, Vector3d::UnitZ()) * Eigen::AngleAxisd(tilt, Vector3d::UnitX()) *
           Eigen::AngleAxisd(0.01 * k, Vector3d::UnitZ()))
              .toRotationMatrix();
      const double height = h * std::cos(tilt) + r * std::sin(tilt);
      const Solid cylinder =
          moved(solidOf(ColliderType::cylinder, {r, r, h}, 0), turn, {0.1, 0.2, height - 1e-8});
      CAPTURE(k);
      const std::vector<ManifoldPoint> points = manifoldOf(under, cylinder, 1e-6);
      CHECK(points.size() == (k == 0 ? 8 : k == 400 ? 2 : 1));
      const ManifoldPoint& lowest = deepest(points);
      CHECK(lowest.gap == Approx(-1e-8).margin(1e-14));
      CHECK((lowest.normal - Vector3d::UnitZ()).norm() < 1e-12);
      // A step of the rotation moves the point by at most its arc.
      if (k > 1 && k < 400) CHECK((lowest.point - before).norm() < 0.5 * std::numbers::pi / 800);
      before = lowest.point;
    }
  }
}

TEST_CASE("hulls of ever more points on a cylinder converge to the cylinder", "[contact]") {
  std::mt19937 random(33);
  for (const ColliderType type : convexTypes)
    for (int draw = 0; draw < 4; ++draw) {
      const Solid other = randomSolid(type, random);
      const Solid cylinder = randomSolid(ColliderType::cylinder, random);
      const double r = cylinder.half.x(), gap = distanceOf(other, cylinder);
      if (gap < 1e-2) continue;
      INFO(name(type) << ", draw " << draw);
      for (const int n : {16, 32, 64, 128}) {
        const Solid hull = hullOf(prism(n, r, cylinder.half.z()), cylinder);
        const double more = deepest(manifoldOf(other, hull, 1e3)).gap - gap;
        CHECK(more > -1e-10);
        CHECK(more < r * std::pow(std::numbers::pi / n, 2) / 2 + 1e-10);  // the chord's height
      }
    }
}

TEST_CASE("the chosen separating direction is better than its neighbors", "[contact]") {
  std::mt19937 random(34);
  std::normal_distribution<double> any;
  int inside = 0;
  for (const ColliderType one : {ColliderType::box, ColliderType::cylinder, ColliderType::hull})
    for (const ColliderType other :
         {ColliderType::capsule, ColliderType::cylinder, ColliderType::hull})
      for (int draw = 0; draw < 40; ++draw) {
        const Solid a = randomSolid(one, random);
        Solid b = randomSolid(other, random);
        b.position = a.position + 0.4 * (b.position - a.position);
        const auto best = collision::separate(a, b, 1e3);
        REQUIRE(best);
        inside += best->gap < 0;
        INFO(name(one) << "–" << name(other) << ", draw " << draw);
        CHECK(best->gap == Approx(collision::gapAlong(a, b, best->normal)).margin(1e-9));
        for (int i = 0; i < 20; ++i) {
          const Vector3d near =
              (best->normal + 0.01 * Vector3d(any(random), any(random), any(random))).normalized();
          // Deep rims converge most slowly: the rounding of a thousand operations remains.
          CHECK(collision::gapAlong(a, b, near) < best->gap + 1e-9);
        }
      }
  CHECK(inside > 100);
}

}  // namespace linkwork::test
