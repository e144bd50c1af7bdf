#include "collision/solids.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace linkwork::test {

namespace {

/// Returns |p − q|² with some coordinates free and the others at their ends. Returns infinity if a
/// free coordinate leaves its range or is not determined: another case has it at an end.
double squaredAt(const Eigen::Matrix<double, 3, 6>& ways, const Eigen::Vector3d& offset,
                 const Eigen::Matrix<double, 6, 1>& half, int choice) {
  Eigen::Vector3d way = offset;
  Eigen::Matrix<double, 3, 6> free;
  Eigen::Matrix<double, 6, 1> range;
  int count = 0;
  for (int k = 0; k < 6; ++k, choice /= 3) {
    if (choice % 3 < 2) {
      if (half[k] == 0 && choice % 3 == 1) return HUGE_VAL;  // same as at the other end
      way += (choice % 3 == 0 ? -half[k] : half[k]) * ways.col(k);
    } else {
      if (half[k] == 0) return HUGE_VAL;
      range[count] = half[k];
      free.col(count++) = ways.col(k);
    }
  }
  if (count > 3) return HUGE_VAL;  // never determined
  if (count == 0) return way.squaredNorm();
  const Eigen::MatrixXd columns = free.leftCols(count);
  const Eigen::LDLT<Eigen::MatrixXd> normal(columns.transpose() * columns);
  if (normal.vectorD().minCoeff() < 1e-12) return HUGE_VAL;
  const Eigen::VectorXd x = normal.solve(-columns.transpose() * way);
  if (((x.cwiseAbs() - range.head(count)).array() > 0).any()) return HUGE_VAL;
  return (way + columns * x).squaredNorm();
}

/// Returns the farthest point in a direction, from the corners or by the angle.
Eigen::Vector3d farthestOf(const Solid& solid, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d local = solid.axes.transpose() * direction;
  Eigen::Vector3d best = solid.position;
  if (solid.type == ColliderType::hull) {
    for (const Eigen::Vector3d& vertex : solid.hull->vertices) {
      const Eigen::Vector3d point = solid.position + solid.axes * vertex;
      if (direction.dot(point) > direction.dot(best)) best = point;
    }
  } else if (solid.type == ColliderType::cylinder) {
    const double angle = std::atan2(local.y(), local.x());
    best += solid.axes * Eigen::Vector3d(solid.half.x() * std::cos(angle),
                                         solid.half.x() * std::sin(angle),
                                         std::copysign(solid.half.z(), local.z()));
  } else {
    best += solid.axes * (solid.half.array() * local.array().sign()).matrix();
    if (direction.norm() > 0) best += solid.radius * direction.normalized();
  }
  return best;
}

/// max of s(n) over |n| ≤ 1, by central cuts of an ellipsoid. After k cuts, the error is at most
/// exp(−k/24) of the range of s.
double greatestSeparation(const Solid& a, const Solid& b) {
  Eigen::Vector3d n(0, 0, 0);
  Eigen::Matrix3d shape = Eigen::Matrix3d::Identity();
  double best = 0;
  for (int k = 0; k < 800; ++k) {
    const double length = n.norm();
    Eigen::Vector3d slope = farthestOf(b, -n) - farthestOf(a, n);
    if (length > 1) {
      slope = -n;
    } else if (length > 0) {
      best = std::max(best, slope.dot(n) / length);
    }
    const double width = std::sqrt(slope.dot(shape * slope));
    if (!(width > 0)) break;
    const Eigen::Vector3d step = shape * slope / width;
    n += step / 4;
    shape = 9.0 / 8 * (shape - 0.5 * step * step.transpose());
  }
  return best;
}

bool isNew(ColliderType type) {
  return type == ColliderType::cylinder || type == ColliderType::hull;
}

}  // namespace

Solid solidOf(ColliderType type, const Eigen::Vector3d& half, double radius) {
  if (type == ColliderType::hull) {
    std::vector<Eigen::Vector3d> points;
    for (int i = 0; i < 3; ++i)
      for (const double sign : {-1.0, 1.0})
        points.push_back(sign * half[i] * Eigen::Vector3d::Unit(i));
    for (const Eigen::Vector3d& corner :
         {Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(-1, 1, -1), Eigen::Vector3d(0.5, -1, 1),
          Eigen::Vector3d(1, -0.7, -1)})
      points.push_back(0.6 * half.cwiseProduct(corner));
    return collision::hullSolid(points, {0, 0, 0}, Eigen::Matrix3d::Identity());
  }
  Solid solid;
  solid.type = type;
  solid.half = type == ColliderType::capsule ? Eigen::Vector3d(0, 0, half.z()) : half;
  if (type == ColliderType::cylinder) solid.half.y() = half.x();
  if (type == ColliderType::sphere || type == ColliderType::plane) solid.half.setZero();
  if (type == ColliderType::sphere || type == ColliderType::capsule) solid.radius = radius;
  return solid;
}

double outside(const Solid& solid, const Eigen::Vector3d& point) {
  const Eigen::Vector3d local = solid.axes.transpose() * (point - solid.position);
  switch (solid.type) {
    case ColliderType::plane:
      return local.z();
    case ColliderType::box:
      return (local.cwiseAbs() - solid.half).maxCoeff();
    case ColliderType::cylinder:
      return std::max(local.head<2>().norm() - solid.half.x(),
                      std::abs(local.z()) - solid.half.z());
    case ColliderType::hull: {
      double most = -HUGE_VAL;
      for (const ConvexHull::Face& face : solid.hull->faces)
        most = std::max(most, face.normal.dot(local) - face.offset);
      return most;
    }
    default: {
      const Eigen::Vector3d nearest = local.cwiseMax(-solid.half).cwiseMin(solid.half);
      return (local - nearest).norm() - solid.radius;
    }
  }
}

double distanceOf(const Solid& a, const Solid& b) {
  if (a.type == ColliderType::plane) {
    const Eigen::Vector3d normal = a.axes.col(2);
    const Eigen::Vector3d lowest = farthestOf(b, -normal);
    return normal.dot(lowest - a.position);
  }
  if (b.type == ColliderType::plane) return distanceOf(b, a);
  if (isNew(a.type) || isNew(b.type)) return greatestSeparation(a, b);
  Eigen::Matrix<double, 3, 6> ways;
  ways << a.axes, -b.axes;
  Eigen::Matrix<double, 6, 1> half;
  half << a.half, b.half;
  double least = HUGE_VAL;
  for (int choice = 0; choice < 729; ++choice)
    least = std::min(least, squaredAt(ways, a.position - b.position, half, choice));
  return std::sqrt(least) - a.radius - b.radius;
}

}  // namespace linkwork::test
