#include "linkwork/collision/height_field.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace linkwork::collision {

using Eigen::Vector3d;

namespace {

/// A part of a ray by its distances from the origin; empty if `from` is above `to`.
struct Stretch {
  double from, to;
};

/// The part of a ray between two values of one coordinate.
Stretch stretchBetween(double low, double high, double origin, double direction, double most) {
  if (direction == 0) return low <= origin && origin <= high ? Stretch{0, most} : Stretch{1, 0};
  const auto [near, far] = std::minmax({(low - origin) / direction, (high - origin) / direction});
  return {std::max(0.0, near), std::min(most, far)};
}

}  // namespace

HeightField::HeightField(const Heights& heights, const Eigen::Vector2d& extents)
    : rows_(static_cast<int>(heights.size())),
      columns_(static_cast<int>(heights[0].size())),
      spacing_(extents.x() / (columns_ - 1), extents.y() / (rows_ - 1)) {
  for (const std::vector<double>& row : heights)
    heights_.insert(heights_.end(), row.begin(), row.end());
  const auto [lowest, highest] = std::minmax_element(heights_.begin(), heights_.end());
  const double bottom = *lowest - extents.maxCoeff(), top = *highest;
  middle_ = (bottom + top) / 2;
  half_ << extents / 2, (top - bottom) / 2;
  for (double& height : heights_) height -= middle_;
}

std::optional<Vector3d> HeightField::point(int row, int column) const {
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return std::nullopt;
  return Vector3d(column * spacing_.x() - half_.x(), row * spacing_.y() - half_.y(),
                  heightAt(row, column));
}

Vector3d HeightField::Triangle::normal() const {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
}

HeightField::Triangle HeightField::triangle(int number) const {
  const int cell = number / 2, row = cell / (columns_ - 1), column = cell % (columns_ - 1);
  const Vector3d low = *point(row, column), high = *point(row + 1, column + 1);
  const Vector3d alongX = *point(row, column + 1), alongY = *point(row + 1, column);
  if (number % 2 == 0)
    return {
        number, {low, alongX, high}, {point(row - 1, column), point(row + 1, column + 2), alongY}};
  return {
      number, {low, high, alongY}, {alongX, point(row + 2, column + 1), point(row, column - 1)}};
}

HeightField::Cells HeightField::cells(int axis, double low, double high) const {
  const int last = (axis == 0 ? columns_ : rows_) - 2;
  const auto cell = [&](double at) { return std::floor((at + half_[axis]) / spacing_[axis]); };
  // Clamped before the conversion, which huge numbers would overflow.
  return {static_cast<int>(std::clamp(cell(low), 0.0, last + 1.0)),
          static_cast<int>(std::clamp(cell(high), -1.0, static_cast<double>(last)))};
}

double HeightField::highestOf(int row, int column) const {
  return std::max({heightAt(row, column), heightAt(row, column + 1), heightAt(row + 1, column),
                   heightAt(row + 1, column + 1)});
}

std::optional<HeightField::Entry> HeightField::castRay(const Vector3d& origin,
                                                       const Vector3d& direction) const {
  const double rounding = 1e-12 * (origin.lpNorm<1>() + half_.lpNorm<1>());
  std::optional<Entry> first;
  const auto meet = [&](const Triangle& triangle) {
    const Vector3d normal = triangle.normal();
    const double across = normal.dot(direction);
    const double distance = normal.dot(triangle.corners[0] - origin) / across;
    if (!(across < 0) || !(distance >= -rounding) || (first && first->distance <= distance)) return;
    const Vector3d point = origin + distance * direction;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3d edge = triangle.corners[(k + 1) % 3] - triangle.corners[k];
      if (normal.cross(edge).normalized().dot(point - triangle.corners[k]) < -rounding) return;
    }
    first = {std::max(0.0, distance), normal};
  };

  // Row by row, the cells that the ray passes.
  const double most = origin.lpNorm<1>() + half_.lpNorm<1>();  // beyond it is outside the box
  const auto columnsOf = [&](int row) {
    const double edge = row * spacing_.y() - half_.y();
    const auto [from, to] = stretchBetween(edge - rounding, edge + spacing_.y() + rounding,
                                           origin.y(), direction.y(), most);
    if (!(from <= to)) return Cells{0, -1};
    const auto [low, high] =
        std::minmax({origin.x() + from * direction.x(), origin.x() + to * direction.x()});
    return cells(0, low - rounding, high + rounding);
  };
  for (int row = 0; row < rows_ - 1; ++row) {
    const Cells columns = columnsOf(row);
    for (int column = columns.first; column <= columns.last; ++column)
      for (const int side : {0, 1}) meet(triangle(2 * (row * (columns_ - 1) + column) + side));
  }
  return first;
}

}  // namespace linkwork::collision
