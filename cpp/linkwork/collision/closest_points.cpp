#include "linkwork/collision/closest_points.hpp"

#include <Eigen/Geometry>
#include <array>
#include <cmath>

namespace linkwork::collision {

using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

constexpr int mostSteps = 128;

/// Points whose weighted sum, with weights above 0 that add up to 1, is their hull's nearest to the
/// origin.
struct Simplex {
  struct Corner {
    Vector3d difference, onFirst, onSecond;
  };

  std::array<Corner, 4> corners;
  Vector4d weights{1, 0, 0, 0};
  std::size_t count = 0;
  Vector3d nearest{0, 0, 0};

  const Vector3d& at(std::size_t i) const { return corners[i].difference; }

  /// Weights of the point of the plane, line or space through some corners that is nearest to the
  /// origin; false where a weight is not above 0.
  bool project(const std::array<std::size_t, 4>& chosen, std::size_t size, Vector4d& result) const {
    result.setZero();
    const Vector3d& a = at(chosen[0]);
    if (size == 1) {
      result[0] = 1;
    } else if (size == 2) {
      const Vector3d along = at(chosen[1]) - a;
      result[1] = -a.dot(along) / along.squaredNorm();
      result[0] = 1 - result[1];
    } else if (size == 3) {
      const Vector3d &b = at(chosen[1]), &c = at(chosen[2]);
      const Vector3d normal = (b - a).cross(c - a);
      const double square = normal.squaredNorm();
      const Vector3d foot = a.dot(normal) / square * normal;
      result[0] = (b - foot).cross(c - foot).dot(normal) / square;
      result[1] = (c - foot).cross(a - foot).dot(normal) / square;
      result[2] = (a - foot).cross(b - foot).dot(normal) / square;
    } else {
      const Vector3d &b = at(chosen[1]), &c = at(chosen[2]), &d = at(chosen[3]);
      const double volume = (b - a).cross(c - a).dot(d - a);
      result =
          Vector4d(b.cross(c).dot(d), -a.cross(c).dot(d), a.cross(b).dot(d), -a.cross(b).dot(c)) /
          volume;
    }
    for (std::size_t i = 0; i < size; ++i)
      if (!(result[static_cast<Eigen::Index>(i)] > 0)) return false;
    result /= result.sum();  // of slivers the parts are known less well than that they are parts
    return true;
  }

  /// Keeps of the corners those that the point nearest to the origin needs, the last among them:
  /// the others alone are no nearer.
  void reduce() {
    double least = HUGE_VAL;
    std::size_t kept = 0;
    Vector4d best(0, 0, 0, 0);
    const std::size_t last = std::size_t{1} << (count - 1);
    for (std::size_t choice = last; choice < 2 * last; ++choice) {
      std::array<std::size_t, 4> chosen{};
      std::size_t size = 0;
      for (std::size_t i = 0; i < count; ++i)
        if (choice >> i & 1) chosen[size++] = i;
      Vector4d candidate;
      if (!project(chosen, size, candidate)) continue;
      Vector3d point(0, 0, 0);
      for (std::size_t i = 0; i < size; ++i)
        point += candidate[static_cast<Eigen::Index>(i)] * at(chosen[i]);
      const double square = size == 4 ? 0 : point.squaredNorm();
      if (square >= least) continue;
      least = square;
      kept = choice;
      best = candidate;
      nearest = size == 4 ? Vector3d(0, 0, 0) : point;
    }
    std::size_t size = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (kept >> i & 1) corners[size++] = corners[i];
    count = size;
    weights = best;
  }
};

}  // namespace

ClosestPoints closestPoints(const Solid& first, const Solid& second, const Vector3d& shift,
                            double reach) {
  const double extent = first.half.norm() + second.half.norm();
  const Vector3d way = second.position + shift - first.position;
  Simplex simplex;
  const auto add = [&](const Vector3d& direction) {
    const Vector3d onFirst = first.support(direction), onSecond = second.support(-direction);
    const Vector3d difference = onSecond + shift - onFirst;
    simplex.corners[simplex.count++] = {difference, onFirst, onSecond};
    return difference;
  };
  add(way);
  simplex.reduce();
  for (int step = 0; step < mostSteps; ++step) {
    const double distance = simplex.nearest.norm();
    if (!(distance > 1e-15 * extent)) return {{}, {}, 0};
    const Simplex before = simplex;
    const double least = simplex.nearest.dot(add(simplex.nearest)) / distance;
    if (least > reach) return {{}, {}, least};
    simplex.reduce();
    const bool isNearer = distance - least > 1e-15 * (distance + extent) && simplex.count > 0 &&
                          simplex.nearest.norm() < distance;
    if (isNearer) continue;
    simplex = before;
    break;
  }
  ClosestPoints result{Vector3d::Zero(), Vector3d::Zero(), simplex.nearest.norm()};
  for (std::size_t i = 0; i < simplex.count; ++i) {
    result.onFirst += simplex.weights[static_cast<Eigen::Index>(i)] * simplex.corners[i].onFirst;
    result.onSecond += simplex.weights[static_cast<Eigen::Index>(i)] * simplex.corners[i].onSecond;
  }
  return result;
}

}  // namespace linkwork::collision
