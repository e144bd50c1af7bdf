#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "linkwork/joints/joint_function.hpp"

namespace linkwork {

/// A joint written down by its user: a product of elementary moves, each by expressions of the
/// coordinates (symbolic/expression_text.hpp),
///
///   J(q) = pose[0](q) · pose[1](q) · …
struct CustomJoint {
  /// Trans(along).
  struct Translation {
    std::array<std::string, 3> along;  ///< [m]
    bool operator==(const Translation&) const = default;
  };
  /// Rot(axis, angle).
  struct Rotation {
    Eigen::Vector3d axis{0, 0, 1};  ///< not zero; only its direction counts
    std::string angle;              ///< [rad]
    bool operator==(const Rotation&) const = default;
  };
  using Move = std::variant<Translation, Rotation>;

  std::vector<std::string> coordinates;  ///< their names in the expressions, at most 6
  std::vector<Move> pose;

  bool operator==(const CustomJoint&) const = default;
};

/// The joint as a function. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> jointFunction(const CustomJoint& joint);

}  // namespace linkwork
