#include <catch2/catch.hpp>
#include <numbers>

#include "joints/function_kinds.hpp"
#include "linkwork/joints/described_joints.hpp"

/// Surfaces in contact, checked by their equations instead of their coordinates.
namespace linkwork::test {

namespace {

/// f(x) = 0 on the surface with |∇f| = 1, and the outward normal.
struct Level {
  double value;
  Eigen::Vector3d normal;
};

Level levelOf(const ContactSurface& surface, const Eigen::Vector3d& x) {
  if (surface.type == ContactSurfaceType::sphere)
    return {x.norm() - surface.radius, x.normalized()};
  if (surface.type == ContactSurfaceType::ellipsoid) {
    const Eigen::Vector3d slope = 2 * x.array() / surface.semiAxes.array().square();
    return {((x.array() / surface.semiAxes.array()).square().sum() - 1) / slope.norm(),
            slope.normalized()};
  }
  const Eigen::Vector3d core = surface.majorRadius * Eigen::Vector3d(x.x(), x.y(), 0).normalized();
  return {(x - core).norm() - surface.minorRadius, (x - core).normalized()};
}

/// Returns the point of a surface with coordinates u, v in chart 0 or 1.
Eigen::Vector3d pointOf(const ContactSurface& surface, int chart, double u, double v) {
  const Eigen::Vector3d upright(std::cos(v) * std::cos(u), std::cos(v) * std::sin(u), std::sin(v));
  if (surface.type == ContactSurfaceType::torus)
    return surface.majorRadius * Eigen::Vector3d(std::cos(u), std::sin(u), 0) +
           surface.minorRadius * upright;
  const Eigen::Vector3d e =
      chart == 0 ? upright : Eigen::Vector3d(upright.z(), upright.x(), upright.y());
  return surface.type == ContactSurfaceType::sphere
             ? Eigen::Vector3d(surface.radius * e)
             : Eigen::Vector3d(surface.semiAxes.cwiseProduct(e));
}

}  // namespace

TEST_CASE("surfaces in contact share a point and have opposite normals", "[joints]") {
  struct Pair {
    const char* name;
    ContactSurface first, second;
  };
  const Pair pairs[] = {
      {"sphere-sphere", sphere(0.3), sphere(0.7)},
      {"sphere-ellipsoid", sphere(0.3), ellipsoid(0.2, 0.5, 0.35)},
      {"sphere-torus", sphere(0.1), torus(0.5, 0.12)},
      {"torus-torus", torus(0.5, 0.12), torus(0.4, 0.1)},
      {"torus-ellipsoid", torus(0.5, 0.12), ellipsoid(0.2, 0.5, 0.35)},
      {"ellipsoid-ellipsoid", ellipsoid(0.4, 0.4, 0.6), ellipsoid(0.2, 0.5, 0.35)},
      {"ellipsoid-sphere", ellipsoid(0.4, 0.3, 0.6), sphere(0.2)},
  };
  for (const Pair& pair : pairs)
    for (const bool spin : {false, true}) {
      const auto joint = jointFunction(SurfaceContactJoint{{pair.first, pair.second}, spin, 0.4});
      const int first = spin && pair.first.type != ContactSurfaceType::torus ? 2 : 1;
      for (const std::vector<double>& q : positionsOf(*joint, 20)) {
        CAPTURE(pair.name, spin, q);
        const int chart = joint->charts() > 1 ? static_cast<int>(q.back()) : 0;
        const Transform<double> pose = joint->pose(q.data());
        const Eigen::Vector3d here = pointOf(pair.first, chart % first, q[0], q[1]);
        const Eigen::Vector3d there = pointOf(pair.second, chart / first, q[2], q[3]);
        // Rounding of lengths below 1.
        CHECK((pose * there - here).norm() < 1e-14);
        const Level parent = levelOf(pair.first, pose * there), child = levelOf(pair.second, there);
        CHECK(std::abs(parent.value) < 1e-14);
        CHECK(std::abs(child.value) < 1e-14);
        CHECK((parent.normal + pose.rotation * child.normal).norm() < 1e-13);
      }
    }
}

TEST_CASE("the spin of a contact is the angle between the surfaces' equators", "[joints]") {
  const ContactSurface ring = torus(0.5, 0.1);
  const auto turning = jointFunction(SurfaceContactJoint{{ring, ring}, true});
  const auto crossed = jointFunction(SurfaceContactJoint{{ring, ring}, false, 1.1});
  const double q[] = {0.3, 2.9, -1.2, 3.3, 1.1};
  CHECK((turning->pose(q).rotation - crossed->pose(q).rotation).norm() < 1e-15);
  const auto along = [](double u) { return Eigen::Vector3d(-std::sin(u), std::cos(u), 0); };
  CHECK(along(q[0]).dot(turning->pose(q).rotation * along(q[2])) ==
        Approx(std::cos(1.1)).epsilon(1e-14));
}

TEST_CASE("contacts without spin end at the poles, and contacts with spin pass them", "[joints]") {
  const SurfaceContactJoint still{{sphere(1), torus(2, 0.5)}, false, 0};
  CHECK(jointFunction(still)->charts() == 1);
  CHECK(jointFunction(still)->range(1).upper < std::numbers::pi / 2);
  CHECK(std::isinf(jointFunction(still)->range(3).upper));

  // Over both poles in steps of 0.05, far below the distance between a chart change and the pole.
  // The velocity after a chart change is that of the rewritten coordinates.
  const auto joint = jointFunction(SurfaceContactJoint{{sphere(1), ellipsoid(1, 2, 3)}, true});
  std::vector<double> q{0.4, 0, 1, 0.2, 0, 0}, v{0, 1, 0, 0.7, 0};
  int changes = 0;
  for (int n = 0; n < 200; ++n) {
    const int better = joint->chartFor(q.data());
    if (better != q[5]) {
      ++changes;
      std::vector<double> ahead = q;
      for (std::size_t i = 0; i < 5; ++i) ahead[i] += 1e-6 * v[i];
      joint->toChart(better, q.data());
      joint->toChart(better, ahead.data());
      for (std::size_t i = 0; i < 5; ++i)
        v[i] = std::remainder(ahead[i] - q[i], 2 * std::numbers::pi) / 1e-6;
    }
    JointMotion<double> motion;
    joint->evaluate(q.data(), v.data(), motion);
    REQUIRE(std::abs(q[1]) < joint->range(1).upper);
    REQUIRE(std::abs(q[3]) < joint->range(3).upper);
    for (std::size_t i = 0; i < 5; ++i) q[i] += 0.05 * v[i];
  }
  CHECK(changes > 4);
}

TEST_CASE("an error of a contact with an invalid surface names the size", "[joints]") {
  const auto refused = [](const ContactSurface& first, const ContactSurface& second) {
    try {
      jointFunction(SurfaceContactJoint{{first, second}});
    } catch (const JointDescriptionError& error) {
      return error.member();
    }
    return std::string("nothing");
  };
  CHECK(refused(sphere(0), sphere(1)) == "surfaces[0].radius");
  CHECK(refused(sphere(1), ellipsoid(1, std::nan(""), 1)) == "surfaces[1].semiAxes[1]");
  CHECK(refused(torus(1, 1), sphere(1)) == "surfaces[0].majorRadius");
  CHECK(refused(torus(1, -1), sphere(1)) == "surfaces[0].minorRadius");
}

}  // namespace linkwork::test
