#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "linkwork/mechanism.hpp"

namespace linkwork::collision {

/// Ground of triangles over a rectangle, about the middle of the box that holds it. It reaches down
/// to the longer edge of the rectangle below its lowest point.
///
/// Each cell of the grid is two triangles, which share the diagonal from its lowest x and y to its
/// highest: number 2 · cell is on the side of x, the next one on that of y.
class HeightField {
 public:
  /// @param heights  at least two rows of two, all of one length
  HeightField(const Heights& heights, const Eigen::Vector2d& extents);

  /// Half the edges of the box.
  const Eigen::Vector3d& half() const { return half_; }
  /// The height of the middle of the box.
  double middle() const { return middle_; }
  /// The shorter edge of a cell.
  double spacing() const { return spacing_.minCoeff(); }

  /// A point of the grid, or nothing beyond its border.
  std::optional<Eigen::Vector3d> point(int row, int column) const;

  /// A triangle by its corners, counterclockwise from above, and for each edge from a corner to the
  /// next one the opposite corner of the triangle behind it, if there is one.
  struct Triangle {
    int number = 0;
    std::array<Eigen::Vector3d, 3> corners;
    std::array<std::optional<Eigen::Vector3d>, 3> opposite;

    Eigen::Vector3d normal() const;
  };
  Triangle triangle(int number) const;

  /// Calls `visit` with the number of each triangle that may reach into a box. Cost: O(cells below
  /// and above the box).
  template <typename Visit>
  void forTriangles(const Eigen::Vector3d& low, const Eigen::Vector3d& high,
                    const Visit& visit) const {
    if (high.z() < -half_.z()) return;
    const auto [firstColumn, lastColumn] = cells(0, low.x(), high.x());
    const auto [firstRow, lastRow] = cells(1, low.y(), high.y());
    for (int row = firstRow; row <= lastRow; ++row)
      for (int column = firstColumn; column <= lastColumn; ++column) {
        if (highestOf(row, column) < low.z()) continue;
        const int cell = row * (columns_ - 1) + column;
        visit(2 * cell);
        visit(2 * cell + 1);
      }
  }

  /// Where a ray first meets the surface from above: its distance and the outward normal there.
  struct Entry {
    double distance;
    Eigen::Vector3d normal;
  };
  /// @param direction  unit
  /// Cost: O(rows + cells below the ray).
  std::optional<Entry> castRay(const Eigen::Vector3d& origin,
                               const Eigen::Vector3d& direction) const;

 private:
  struct Cells {
    int first, last;
  };
  /// The columns (axis 0) or rows (axis 1) of cells between two coordinates.
  Cells cells(int axis, double low, double high) const;
  double highestOf(int row, int column) const;
  double heightAt(int row, int column) const {
    return heights_[static_cast<std::size_t>(row * columns_ + column)];
  }

  int rows_, columns_;
  Eigen::Vector2d spacing_;
  double middle_ = 0;
  Eigen::Vector3d half_;
  std::vector<double> heights_;  ///< row by row, about the middle
};

}  // namespace linkwork::collision
