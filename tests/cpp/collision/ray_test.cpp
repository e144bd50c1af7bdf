#include "linkwork/collision/ray.hpp"

#include <catch2/catch.hpp>
#include <optional>

#include "collision/solids.hpp"

/// Where rays meet solids: closed forms, and samples of the ray.
namespace linkwork::test {
namespace {

using collision::castOnSolid;
using collision::RayHit;
using Eigen::Vector3d;

}  // namespace

TEST_CASE("a ray meets solids at their nearest point along an axis", "[collision]") {
  for (const ColliderType type : boundedTypes) {
    const Solid solid = solidOf(type, {0.3, 0.3, 0.4}, 0.3);
    const bool isRound = type == ColliderType::sphere || type == ColliderType::capsule;
    const double top = type == ColliderType::sphere ? 0.3 : isRound ? 0.7 : 0.4;
    const auto hit = castOnSolid(solid, {0, 0, 2}, {0, 0, -1});
    REQUIRE(hit);
    CHECK(hit->distance == Approx(2 - top).epsilon(1e-14));
    if (type != ColliderType::hull)  // it meets a vertex there
      CHECK((hit->normal - Vector3d::UnitZ()).norm() < 1e-14);
    CHECK_FALSE(castOnSolid(solid, {0, 0, 2}, {0, 0, 1}));
    CHECK_FALSE(castOnSolid(solid, {0, 0, 0}, {0, 0, 1}));  // from inside
    CHECK_FALSE(castOnSolid(solid, {2, 0, 0}, {0, 0, 1}));  // past it
  }
  const Solid plane{.type = ColliderType::plane, .position = {0, 0, 1}};
  const auto hit = castOnSolid(plane, {3, 4, 3}, Vector3d(0.6, 0, -0.8));
  REQUIRE(hit);
  CHECK(hit->distance == Approx(2.5).epsilon(1e-14));
  CHECK_FALSE(castOnSolid(plane, {3, 4, 3}, {1, 0, 0}));
  CHECK_FALSE(castOnSolid(plane, {3, 4, 0.5}, {0, 0, 1}));  // from inside
}

TEST_CASE("a ray that starts on a surface meets it only if it goes inwards", "[collision]") {
  const Solid plane{.type = ColliderType::plane, .position = {0, 0, 1}};
  const Solid ball = solidOf(ColliderType::sphere, {0, 0, 0}, 0.3);
  const Solid capsule = solidOf(ColliderType::capsule, {0, 0, 0.4}, 0.3);
  const Solid box = solidOf(ColliderType::box, {0.3, 0.3, 0.4}, 0);
  const Solid cylinder = solidOf(ColliderType::cylinder, {0.3, 0.3, 0.4}, 0);
  const auto check = [](const Solid& solid, const Vector3d& start, const Vector3d& normal) {
    const Vector3d along = normal.unitOrthogonal();
    for (const Vector3d& inwards : {Vector3d(-normal), Vector3d((along - normal).normalized())}) {
      const auto hit = castOnSolid(solid, start, inwards);
      REQUIRE(hit);
      CHECK(hit->distance == 0);
      CHECK((hit->normal - normal).norm() < 1e-14);
    }
    CHECK_FALSE(castOnSolid(solid, start, normal));
    CHECK_FALSE(castOnSolid(solid, start, (along + normal).normalized()));
    CHECK_FALSE(castOnSolid(solid, start, along));
    CHECK_FALSE(castOnSolid(solid, start, -along));
  };
  check(plane, {5, -2, 1}, Vector3d::UnitZ());
  check(ball, {0, -0.3, 0}, -Vector3d::UnitY());
  check(capsule, {0.3, 0, 0.1}, Vector3d::UnitX());
  check(capsule, {0, 0.3, 0.4}, Vector3d::UnitY());
  check(capsule, {0, 0, -0.7}, -Vector3d::UnitZ());
  check(box, {0.3, 0.1, -0.2}, Vector3d::UnitX());
  check(cylinder, {0.3, 0, 0.1}, Vector3d::UnitX());
  check(cylinder, {0, -0.3, -0.2}, -Vector3d::UnitY());
  check(cylinder, {0.1, 0.1, 0.4}, Vector3d::UnitZ());

  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-1, 1);
  const auto vector = [&] {
    const double x = place(random), y = place(random);
    return Vector3d(x, y, place(random));
  };
  for (const ColliderType type : boundedTypes)
    for (int i = 0; i < 300; ++i) {
      INFO(name(type) << ", draw " << i);
      const Solid solid = randomSolid(type, random);
      const Vector3d origin = solid.position + 4 * vector().normalized();
      const Vector3d towards = (solid.position - origin).normalized();
      const auto first = castOnSolid(solid, origin, towards);
      REQUIRE(first);
      const Vector3d start = origin + first->distance * towards;
      Vector3d inwards = vector().normalized();
      if (inwards.dot(first->normal) > 0) inwards = -inwards;
      if (inwards.dot(first->normal) > -1e-2) continue;
      const auto again = castOnSolid(solid, start, inwards);
      REQUIRE(again);
      CHECK(again->distance < 1e-12);
      CHECK((again->normal - first->normal).norm() < 1e-10);
      CHECK_FALSE(castOnSolid(solid, start, -inwards));
    }
}

TEST_CASE("rays from far away meet round solids to rounding", "[collision]") {
  for (const ColliderType type :
       {ColliderType::sphere, ColliderType::capsule, ColliderType::cylinder}) {
    const Solid solid = solidOf(type, {0.1, 0.1, 0.1}, 0.1);
    for (const double distance : {1e3, 1e6, 1e8}) {
      CHECK_FALSE(castOnSolid(solid, {-distance, 0.15, 0}, {1, 0, 0}));
      const auto hit = castOnSolid(solid, {-distance, 0, 0}, {1, 0, 0});
      REQUIRE(hit);
      CHECK(std::abs(distance - hit->distance - 0.1) <= 0x1p-51 * distance);
    }
    CHECK(castOnSolid(solid, {-1e160, 0, 0}, {1, 0, 0}));
  }
}

TEST_CASE("rays meet random solids where samples of the ray enter them", "[collision]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-3, 3);
  const auto vector = [&] {
    const double x = place(random), y = place(random);
    return Vector3d(x, y, place(random));
  };
  constexpr int samples = 4000;
  constexpr double length = 12, spacing = length / samples;
  for (const ColliderType type : boundedTypes) {
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
      const Solid solid = randomSolid(type, random);
      const Vector3d origin = vector();
      const Vector3d direction = (solid.position + 0.1 * vector() - origin).normalized();
      const std::optional<RayHit> hit = castOnSolid(solid, origin, direction);
      if (outside(solid, origin) < 0) {
        CHECK_FALSE(hit);
        continue;
      }
      double first = HUGE_VAL;
      for (int k = 0; k < samples && first == HUGE_VAL; ++k)
        if (outside(solid, origin + k * spacing * direction) < 0) first = k * spacing;
      if (!hit) {
        CHECK(first == HUGE_VAL);
        continue;
      }
      ++hits;
      const Vector3d point = origin + hit->distance * direction;
      CHECK(std::abs(outside(solid, point)) < 1e-12);
      CHECK(hit->distance <= first);
      // A chord shorter than the spacing may have no sample.
      if (first < HUGE_VAL) CHECK(hit->distance > first - spacing);
      CHECK(std::abs(hit->normal.norm() - 1) < 1e-12);
      CHECK(hit->normal.dot(direction) <= 0);
      CHECK(outside(solid, point + 1e-6 * hit->normal) > 0);
    }
    CHECK(hits > 30);
  }
}

}  // namespace linkwork::test
