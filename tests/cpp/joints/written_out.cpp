#include "joints/written_out.hpp"

#include <algorithm>

#include "linkwork/joint_function.hpp"
#include "linkwork/symbolic/expression_text.hpp"

namespace linkwork::test {
namespace {

constexpr std::array writable{JointType::revolute,    JointType::prismatic, JointType::helical,
                              JointType::cylindrical, JointType::universal, JointType::planar};

bool isWritable(JointType type) {
  return std::find(writable.begin(), writable.end(), type) != writable.end();
}

/// A product of rotations and translations about and along axes of the joint's frame.
struct Product {
  struct Move {
    bool isTurn;
    int coordinate;
    Eigen::Vector3d along;  ///< the axis, or the translation per unit of the coordinate
  };
  std::vector<Move> moves;

  template <typename Scalar>
  Transform<Scalar> operator()(const Scalar* q) const {
    Transform<Scalar> pose = Transform<Scalar>::Identity();
    for (const Move& move : moves) {
      Transform<Scalar> next = Transform<Scalar>::Identity();
      const Scalar& here = q[move.coordinate];
      for (int i = 0; i < 3; ++i)
        if (!move.isTurn) next.translation[i] = Scalar(move.along[i]) * here;
      if (move.isTurn) next.rotation = turn(move.along, here);
      pose = pose * next;
    }
    return pose;
  }

  template <typename Scalar>
  static Matrix3<Scalar> turn(const Eigen::Vector3d& axis, const Scalar& angle) {
    using std::cos, std::sin;
    const Scalar c = cos(angle), s = sin(angle);
    Eigen::Matrix3d cross;
    cross << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
    Matrix3<Scalar> rotation;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        rotation(i, j) = Scalar(i == j ? 1.0 : 0.0) + Scalar(cross(i, j)) * s +
                         Scalar((cross * cross)(i, j)) * (Scalar(1.0) - c);
    return rotation;
  }
};

Product productOf(const JointGeometry& joint) {
  const Eigen::Vector3d axis = joint.axis.normalized(), axis2 = joint.axis2.normalized();
  switch (joint.type) {
    case JointType::revolute:
      return {{{true, 0, axis}}};
    case JointType::prismatic:
      return {{{false, 0, axis}}};
    case JointType::helical:
      return {{{true, 0, axis}, {false, 0, joint.pitch * axis}}};
    case JointType::cylindrical:
      return {{{true, 0, axis}, {false, 1, axis}}};
    case JointType::universal:
      return {{{true, 0, axis}, {true, 1, axis2}}};
    default:
      return {{{false, 0, Eigen::Vector3d::UnitX()},
               {false, 1, Eigen::Vector3d::UnitY()},
               {true, 2, Eigen::Vector3d::UnitZ()}}};
  }
}

CustomJoint expressionsOf(const Product& product, int coordinates) {
  CustomJoint custom;
  for (int i = 0; i < coordinates; ++i) custom.coordinates.push_back("q" + std::to_string(i));
  for (const Product::Move& move : product.moves) {
    const std::string& name = custom.coordinates[static_cast<std::size_t>(move.coordinate)];
    if (move.isTurn) {
      custom.pose.push_back(CustomJoint::Rotation{move.along, name});
      continue;
    }
    CustomJoint::Translation slide;
    for (std::size_t i = 0; i < 3; ++i)
      slide.along[i] = symbolic::printNumber(move.along[static_cast<Eigen::Index>(i)]) + "*" + name;
    custom.pose.push_back(slide);
  }
  return custom;
}

}  // namespace

Mechanism writtenOut(Mechanism mechanism, Writing writing) {
  for (Joint& joint : mechanism.joints) {
    if (!isWritable(joint.type)) continue;
    const Product product = productOf(joint);
    const int coordinates = positionSize(joint.type);
    if (writing == Writing::expressions)
      joint.function = expressionsOf(product, coordinates);
    else
      joint.function = UserFunction{functionJoint(coordinates, product)};
    joint.type = JointType::general;
    joint.axis = JointGeometry().axis;
    joint.axis2 = JointGeometry().axis2;
    joint.pitch = 0;
  }
  return mechanism;
}

}  // namespace linkwork::test
