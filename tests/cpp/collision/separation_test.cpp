#include <catch2/catch.hpp>
#include <cmath>

#include "collision/solids.hpp"
#include "linkwork/collision/convex_separation.hpp"

/// Distances, depths and overlaps of all pairs of solids, compared with another method, with
/// samples and with closed forms.
namespace linkwork::test {
namespace {

using collision::gapAlong;
using collision::overlap;
using collision::separate;
using collision::Separation;
using Eigen::Vector3d;

Vector3d randomPoint(std::mt19937& random) {
  std::uniform_real_distribution<double> part(-1, 1);
  const double x = part(random), y = part(random);
  return {x, y, part(random)};
}

Solid at(Solid solid, const Vector3d& position) {
  solid.position = position;
  return solid;
}

Solid ballAt(double radius, const Vector3d& position) {
  return at(solidOf(ColliderType::sphere, {0, 0, 0}, radius), position);
}

/// Returns a capsule along a direction.
Solid capsuleAlong(const Vector3d& direction, double half, double radius,
                   const Vector3d& position) {
  Solid capsule = at(solidOf(ColliderType::capsule, {0, 0, half}, radius), position);
  capsule.axes = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), direction);
  return capsule;
}

}  // namespace

TEST_CASE("separate solids have their distance, between points of both", "[collision]") {
  int apart = 0;
  forPairs(25, 21, [&](const Solid& a, const Solid& b, std::mt19937& random) {
    const double distance = distanceOf(a, b);
    if (distance < 1e-3) return;
    ++apart;
    const auto found = separate(a, b, far);
    REQUIRE(found);
    CHECK(std::abs(found->gap - distance) < 1e-11);
    CHECK(std::abs(found->normal.norm() - 1) < 1e-13);
    CHECK(std::abs(outside(a, found->onFirst())) < 1e-7);
    CHECK(std::abs(outside(b, found->onSecond())) < 1e-7);
    CHECK_FALSE(overlap(a, b));
    CHECK_FALSE(separate(a, b, distance * (1 - 1e-9)));
    CHECK(separate(a, b, distance * (1 + 1e-9)));
    const auto swapped = separate(b, a, far);
    REQUIRE(swapped);
    CHECK(std::abs(swapped->gap - distance) < 1e-11);
    if (a.type == ColliderType::plane || b.type == ColliderType::plane) return;
    for (int i = 0; i < 100; ++i)  // no other direction separates them more
      CHECK(gapAlong(a, b, randomPoint(random).normalized()) < found->gap + 1e-11);
  });
  CHECK(apart > 200);
}

TEST_CASE("overlapping solids touch after a translation by their depth", "[collision]") {
  int inside = 0;
  forPairs(25, 22, [&](const Solid& a, Solid b, std::mt19937& random) {
    b.position = a.position + 0.2 * (b.position - a.position);
    const auto found = separate(a, b, far);
    REQUIRE(found);
    if (found->gap >= 0) return;
    ++inside;
    CHECK(overlap(a, b));
    CHECK((found->onFirst() - found->onSecond() + found->gap * found->normal).norm() < 1e-12);
    // The normal between a rim and a side is accurate to about 1e-8.
    CHECK(outside(a, found->onFirst()) < 1e-6);
    CHECK(outside(b, found->onSecond()) < 1e-6);
    const auto after = separate(a, at(b, b.position - found->gap * found->normal), far);
    REQUIRE(after);
    CHECK(std::abs(after->gap) < 2e-8);
    if (a.type == ColliderType::plane || b.type == ColliderType::plane) return;
    for (int i = 0; i < 100; ++i) {  // no direction next to it is better
      const Vector3d near = (found->normal + 1e-3 * randomPoint(random)).normalized();
      CHECK(gapAlong(a, b, near) < found->gap + 1e-8);
    }
  });
  CHECK(inside > 400);
}

TEST_CASE("solids overlap that have samples in common", "[collision]") {
  int both = 0;
  forPairs(20, 23, [&](const Solid& a, const Solid& b, std::mt19937& random) {
    bool isShared = false;
    for (int i = 0; i < 300 && !isShared; ++i) {
      const Vector3d point = b.position + randomPoint(random);
      isShared = outside(a, point) < 0 && outside(b, point) < 0;
    }
    if (isShared) CHECK(overlap(a, b));
    both += isShared ? 1 : 0;
    CHECK(overlap(a, b) == overlap(b, a));
  });
  CHECK(both > 50);
}

TEST_CASE("balls and capsules whose axes meet are separated across them", "[collision]") {
  const auto depthOf = [](const Solid& a, const Solid& b) {
    const auto found = separate(a, b, far);
    REQUIRE(found);
    CHECK(std::abs(found->normal.norm() - 1) < 1e-12);
    CHECK(found->onFirst().allFinite());
    return -found->gap;
  };
  const Vector3d x = Vector3d::UnitX(), y = Vector3d::UnitY(), middle(1, 2, 3);
  const Solid ball = ballAt(0.2, middle), capsule = capsuleAlong(x, 0.5, 0.1, middle);
  CHECK(depthOf(ball, ball) == Approx(0.4).epsilon(1e-14));
  CHECK(depthOf(ball, capsule) == Approx(0.3).epsilon(1e-14));
  CHECK(depthOf(capsule, ball) == Approx(0.3).epsilon(1e-14));
  CHECK(depthOf(capsule, capsule) == Approx(0.2).epsilon(1e-14));
  const Solid crossing = capsuleAlong(y, 0.4, 0.3, middle + 0.2 * x);
  CHECK(depthOf(capsule, crossing) == Approx(0.4).epsilon(1e-14));
  CHECK(std::abs(separate(capsule, crossing, far)->normal.z()) == Approx(1).epsilon(1e-14));
  // 1e-8 apart, they have the same depth to 1e-8.
  const Solid near = at(crossing, crossing.position + Vector3d(0, 0, 1e-8));
  CHECK(depthOf(capsule, near) == Approx(0.4 - 1e-8).epsilon(1e-12));
}

TEST_CASE("half-spaces overlap unless they face each other", "[collision]") {
  const Solid floor{.type = ColliderType::plane};
  Solid ceiling = at(floor, {0, 0, 2});
  CHECK(overlap(floor, ceiling));
  ceiling.axes = Eigen::AngleAxisd(M_PI, Vector3d::UnitX()).toRotationMatrix();
  CHECK_FALSE(overlap(floor, ceiling));
  CHECK(overlap(floor, at(ceiling, {0, 0, -2})));
  ceiling.axes = Eigen::AngleAxisd(3, Vector3d::UnitX()).toRotationMatrix();
  CHECK(overlap(floor, ceiling));
}

}  // namespace linkwork::test
