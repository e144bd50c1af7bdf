#include "linkwork/collision/height_field.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "collision/solids.hpp"
#include "linkwork/collision/convex_separation.hpp"
#include "linkwork/collision/ray.hpp"

/// Height fields, compared with planes and with the triangles that they are made of.
namespace linkwork::test {
namespace {

using collision::HeightField;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The ground below heights over 4 × 3, in a tilted frame.
template <typename Height>
Solid fieldOf(int rows, int columns, const Height& height) {
  Collider ground{.body = "world", .type = ColliderType::heightfield};
  ground.extents = {4, 3};
  for (int row = 0; row < rows; ++row) {
    ground.heights.emplace_back();
    for (int column = 0; column < columns; ++column)
      ground.heights.back().push_back(
          height(4.0 * column / (columns - 1) - 2, 3.0 * row / (rows - 1) - 1.5));
  }
  return collision::solidOf(
      ground, {0.3, -0.2, 0.5},
      Eigen::AngleAxisd(0.4, Vector3d(1, 2, 3).normalized()).toRotationMatrix());
}

double waves(double x, double y) { return 0.2 * std::sin(3 * x) * std::cos(2 * y) + 0.1 * x; }

/// Returns the solid over a place, with its lowest point along z of the field at a height.
Solid over(const Solid& field, Solid solid, double x, double y, double height) {
  const Vector3d up = field.axes.col(2);
  const Vector3d origin = field.position - field.field->middle() * up;
  solid.position = origin + x * field.axes.col(0) + y * field.axes.col(1);
  const double low = up.dot(solid.support(-up) - origin) - solid.radius;
  solid.position += (height - low) * up;
  return solid;
}

/// The ground below a triangle, down to the bottom of the field.
Solid prismOf(const Solid& field, int triangle) {
  const auto corners = field.field->triangle(triangle).corners;
  std::vector<Vector3d> points(corners.begin(), corners.end());
  for (const Vector3d& corner : corners)
    points.emplace_back(corner.x(), corner.y(), -field.half.z());
  return collision::hullSolid(points, field.position, field.axes);
}

bool has(const std::vector<ManifoldPoint>& points, const ManifoldPoint& asked, double rounding) {
  return std::any_of(points.begin(), points.end(), [&](const ManifoldPoint& point) {
    return (point.point - asked.point).norm() < rounding &&
           (point.normal - asked.normal).norm() < rounding &&
           std::abs(point.gap - asked.gap) < rounding;
  });
}

}  // namespace

TEST_CASE("a flat height field has the contact points of a plane", "[collision]") {
  const auto slope = [](double x, double y) { return 0.2 * x - 0.3 * y; };
  const Solid field = fieldOf(17, 23, slope);
  const Vector3d normal = field.axes * Vector3d(-0.2, 0.3, 1).normalized();
  Solid plane{.type = ColliderType::plane};
  plane.position = field.position - field.field->middle() * field.axes.col(2);
  plane.axes.col(2) = normal;
  plane.axes.col(0) = normal.unitOrthogonal();
  plane.axes.col(1) = normal.cross(plane.axes.col(0));
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-0.8, 0.8), depth(-0.01, 0.01);
  for (const ColliderType type : boundedTypes)
    for (int i = 0; i < 40; ++i) {
      INFO(name(type) << ", draw " << i);
      Solid solid = randomSolid(type, random);
      const double x = place(random), y = place(random);
      solid = over(field, solid, x, y, 0);
      const bool isFlat = i % 2 == 0;
      if (isFlat) solid.axes = plane.axes * Eigen::AngleAxisd(0.1 * i, Vector3d::UnitZ());
      const double low = normal.dot(solid.support(-normal) - plane.position) - solid.radius;
      solid.position += (depth(random) - low) * normal;
      const auto onPlane = manifoldOf(plane, solid, 0.02), onField = manifoldOf(field, solid, 0.02);
      REQUIRE_FALSE(onField.empty());
      CHECK(deepest(onField).gap == Approx(deepest(onPlane).gap).margin(1e-12));
      for (const ManifoldPoint& point : onField) CHECK((point.normal - normal).norm() < 1e-12);
      if (type == ColliderType::cylinder) continue;  // its rim has other points on a plane
      // On the field the corners above the lowest face are left out.
      if (isFlat || solid.radius > 0)
        for (const ManifoldPoint& point : onPlane) CHECK(has(onField, point, 1e-9));
      for (const ManifoldPoint& point : onField) CHECK(has(onPlane, point, 1e-9));
    }
}

TEST_CASE("the smallest gap above a height field is the distance", "[collision]") {
  const Solid field = fieldOf(7, 9, waves);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1.5, 1.5), height(0.35, 0.8);
  int near = 0;
  for (const ColliderType type : boundedTypes)
    for (int i = 0; i < 20; ++i) {
      INFO(name(type) << ", draw " << i);
      const double x = place(random), y = 0.7 * place(random);
      const Solid solid = over(field, randomSolid(type, random), x, y, height(random));
      double distance = HUGE_VAL;
      for (int triangle = 0; triangle < 96; ++triangle)
        distance = std::min(distance, distanceOf(prismOf(field, triangle), solid));
      const auto apart = collision::separate(field, solid, 10);
      REQUIRE(apart);
      CHECK(apart->gap == Approx(distance).margin(1e-10));
      CHECK(collision::overlap(field, solid) == (distance <= 0));
      if (distance <= 0.01) continue;
      ++near;
      const auto points = manifoldOf(field, solid, 2 * distance);
      REQUIRE_FALSE(points.empty());
      CHECK(deepest(points).gap == Approx(distance).margin(1e-10));
      CHECK(manifoldOf(field, solid, 0.9 * distance).empty());
      // Moved along the normal until it touches, and a little into the ground.
      Solid touching = solid;
      touching.position -= (distance + 1e-5) * apart->normal;
      const auto inside = manifoldOf(field, touching, 1e-3);
      REQUIRE_FALSE(inside.empty());
      CHECK(deepest(inside).gap < -1e-6);
      CHECK(deepest(inside).gap > -2e-5);
    }
  CHECK(near > 50);
}

TEST_CASE("a corner in a valley touches both slopes, also below them", "[collision]") {
  const auto alongX = [](double x, double) { return 0.8 * std::abs(x); };
  const auto diagonal = [](double x, double y) { return 0.8 * std::abs(x - y / 0.75); };
  for (const bool isDiagonal : {false, true})
    for (const double aside : {-1e-5, -1e-7, -1e-9, 0.0, 1e-9, 1e-7, 1e-5})
      for (const double depth : {-1e-6, 0.0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2}) {
        INFO((isDiagonal ? "diagonal" : "along x") << ", " << aside << " aside, " << depth);
        const Solid field = isDiagonal ? fieldOf(9, 9, diagonal) : fieldOf(9, 9, alongX);
        const std::array points{Vector3d(0, 0, 0), Vector3d(0.05, 0.01, 0.3),
                                Vector3d(-0.05, 0.06, 0.3), Vector3d(0.01, -0.05, 0.3)};
        Solid tip = collision::hullSolid(points, {0, 0, 0}, field.axes);
        tip = over(field, tip, 0, 0, 0);
        const Vector3d lowest = tip.support(-field.axes.col(2));
        const Vector3d place =
            field.position +
            field.axes * Vector3d(aside, 0.02 * !isDiagonal, -depth - field.field->middle());
        tip.position += place - lowest;
        const auto found = manifoldOf(field, tip, 1e-4);
        for (const double side : {-1.0, 1.0}) {
          const Vector3d slope = isDiagonal ? Vector3d(1, -1 / 0.75, 0) : Vector3d(1, 0, 0);
          const Vector3d normal =
              field.axes * (Vector3d::UnitZ() - 0.8 * side * slope).normalized();
          const double gap =
              normal.dot(place - field.position + field.field->middle() * field.axes.col(2));
          CHECK(std::any_of(found.begin(), found.end(), [&](const ManifoldPoint& point) {
            return (point.normal - normal).norm() < 1e-9 && std::abs(point.gap - gap) < 1e-9;
          }));
        }
      }
}

TEST_CASE("solids deep in flat ground of small cells leave it upwards", "[collision]") {
  const Solid field = fieldOf(61, 81, [](double, double) { return 0.0; });
  const Vector3d up = field.axes.col(2);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-0.5, 0.5);
  for (const ColliderType type : boundedTypes)
    for (int i = 0; i < 20; ++i) {
      INFO(name(type) << ", draw " << i);
      const double x = place(random), y = place(random), depth = 0.02 + 0.1 * (i % 5);
      const Solid solid = over(field, randomSolid(type, random), x, y, -depth);
      const auto found = manifoldOf(field, solid, 1e-3);
      REQUIRE_FALSE(found.empty());
      for (const ManifoldPoint& point : found) CHECK((point.normal - up).norm() < 1e-9);
      CHECK(deepest(found).gap > -depth - 1e-9);
      CHECK(deepest(found).gap < -0.3 * depth);
    }
}

TEST_CASE("a ray meets a height field where it first comes below it", "[collision]") {
  const Solid field = fieldOf(7, 9, waves);
  const Vector3d origin = field.position - field.field->middle() * field.axes.col(2);
  std::mt19937 random(9);
  std::uniform_real_distribution<double> place(-1.9, 1.9), height(0.6, 2);
  const auto heightOver = [&](const Vector3d& local) {
    for (int triangle = 0; triangle < 96; ++triangle) {
      const auto here = field.field->triangle(triangle);
      const auto& c = here.corners;
      const auto side = [&](std::size_t k) {
        const Vector3d edge = c[(k + 1) % 3] - c[k], to = local - c[k];
        return edge.x() * to.y() - edge.y() * to.x();
      };
      if (side(0) < 0 || side(1) < 0 || side(2) < 0) continue;
      const Vector3d normal = here.normal();
      return normal.dot(local - c[0]) / normal.z();
    }
    return HUGE_VAL;
  };
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    INFO("draw " << i);
    const Vector3d from(place(random), 0.7 * place(random), height(random));
    const Vector3d to(place(random), 0.7 * place(random), -0.3);
    const Vector3d along = (to - from).normalized();
    const auto hit = collision::castOnSolid(field, origin + field.axes * from, field.axes * along);
    const auto heightAt = [&](double distance) {
      const Vector3d local = from + distance * along - Vector3d(0, 0, field.field->middle());
      return heightOver(local);
    };
    const double end = hit ? hit->distance : 6;
    for (int k = 0; k < 300; ++k) CHECK(heightAt(end * (k + 0.5) / 300) > 0);
    if (!hit) continue;
    ++hits;
    CHECK(std::abs(heightAt(hit->distance)) < 1e-9);
    CHECK(hit->normal.dot(field.axes * along) < 0);
  }
  CHECK(hits > 100);
}

}  // namespace linkwork::test
