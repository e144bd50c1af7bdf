#include "linkwork/codegen/elementary_transforms.hpp"

#include <cmath>
#include <utility>

#include "linkwork/codegen/placement_factors.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/joint_function.hpp"
#include "linkwork/spatial/plane_rotation.hpp"

namespace linkwork::codegen {

namespace {

class Builder {
 public:
  Builder(const TreeBody<double>& body, const std::vector<Expression>& q,
          const std::vector<Expression>& v, const Number& number)
      : body_(body), q_(q), v_(v), number_(number) {}

  std::vector<ElementaryTransform> build() {
    const bool isRevolute = body_.joint == JointType::revolute;
    const PlacementFactors factors =
        isRevolute ? slidFactorsOf(body_.placement) : factorsOf(body_.placement);
    for (int k = 0; k < 3; ++k) slide(k, number_(factors.origin[k]));
    turn(Z, number_(factors.cosTurn), number_(factors.sinTurn));
    turn(X, number_(factors.cosSlope), number_(factors.sinSlope));
    if (isRevolute) {
      revolute(factors);
      slide(Z, number_(factors.slide));
    } else {
      turn(Z, number_(factors.cosStart), number_(factors.sinStart));
      joint();
    }
    return std::move(transforms_);
  }

 private:
  Expression q(int k) const { return q_[static_cast<std::size_t>(body_.position + k)]; }
  Expression v(int k) const { return v_[static_cast<std::size_t>(body_.velocity + k)]; }

  void slide(int axis, const Expression& way) {
    if (!isNumber(way, 0)) transforms_.push_back(Slide{axis, way});
  }
  void turn(int axis, const Expression& cosine, const Expression& sine) {
    if (!isNumber(cosine, 1)) transforms_.push_back(Turn{axis, cosine, sine});
  }
  void turn(int axis, const Expression& angle) { turn(axis, cos(angle), sin(angle)); }

  /// Adds a rotation about an axis or a translation along it: entry `unit` of its twist is one.
  void addCoordinate(int coordinate, int unit) {
    JointSubspace result{body_.velocity + coordinate, {Motion<Expression>{}}, {}};
    result.columns[0][unit] = 1;
    transforms_.push_back(std::move(result));
  }
  void turning(int coordinate, int axis) {
    turn(axis, q(coordinate));
    addCoordinate(coordinate, axis);
  }
  void sliding(int coordinate, int axis) {
    slide(axis, q(coordinate));
    addCoordinate(coordinate, 3 + axis);
  }

  /// Rz(q + q₀); quarter turns need no sum.
  void revolute(const PlacementFactors& start) {
    if (start.sinStart == 0 || start.cosStart == 0) {
      const Expression c = cos(q(0)), s = sin(q(0));
      const double cosine = start.cosStart, sine = start.sinStart;
      turn(Z, cosine * c - sine * s, cosine * s + sine * c);
    } else {
      turn(Z, q(0) + number_(elementary::atan2(start.sinStart, start.cosStart)));
    }
    addCoordinate(0, Z);
  }

  /// Rotation of the unit quaternion from entry `first` of q on.
  void quaternion(int first) {
    rotate(Eigen::Quaternion<Expression>(q(first + 3), q(first), q(first + 1), q(first + 2))
               .toRotationMatrix());
  }

  void rotate(const Matrix3<Expression>& matrix) {
    Rotation rotation;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) rotation[at(i)][k] = matrix(i, k);
    transforms_.push_back(rotation);
  }

  void joint() {
    switch (body_.joint) {
      case JointType::prismatic:
        return sliding(0, Z);
      case JointType::helical: {
        const Expression pitch = number_(body_.pitch);
        turn(Z, q(0));
        slide(Z, pitch * q(0));
        JointSubspace screw{body_.velocity, {Motion<Expression>{}}, {}};
        screw.columns[0][2] = 1;
        screw.columns[0][5] = pitch;
        transforms_.push_back(std::move(screw));
        return;
      }
      case JointType::cylindrical:
        turning(0, Z);
        return sliding(1, Z);
      case JointType::universal:
        turning(0, X);
        return turning(1, Y);
      case JointType::planar:
        sliding(0, X);
        sliding(1, Y);
        return turning(2, Z);
      case JointType::spherical:
        quaternion(0);
        for (int k = 0; k < 3; ++k) together(k);
        return;
      case JointType::free:
        for (int k = 0; k < 3; ++k) slide(k, q(k));
        quaternion(3);
        for (int k = 0; k < 6; ++k) together(k);
        return;
      case JointType::general:
        return general(*body_.function);
      default:
        return;
    }
  }

  /// Pose, S and Ṡ q̇ as expressions of the joint.
  void general(const JointFunction& function) {
    const JointMotion<Expression> motion =
        function.motion(q_.data() + body_.position, v_.data() + body_.velocity);
    for (int i = 0; i < 3; ++i) slide(i, motion.pose.translation[i]);
    rotate(motion.pose.rotation);
    JointSubspace subspace{body_.velocity, {}, {}};
    for (int k = 0; k < body_.velocities; ++k) {
      Motion<Expression> column;
      for (int i = 0; i < 6; ++i) column[i] = motion.subspace(i, k);
      subspace.columns.push_back(column);
    }
    for (int i = 0; i < 6; ++i) subspace.bias[i] = motion.bias[i];
    transforms_.push_back(std::move(subspace));
  }

  /// Coordinate k of a twist in the child's axes; all coordinates act at once.
  void together(int k) {
    if (k == 0) transforms_.push_back(JointSubspace{body_.velocity, {}, {}});
    Motion<Expression> column;
    column[k] = 1;
    std::get<JointSubspace>(transforms_.back()).columns.push_back(column);
  }

  const TreeBody<double>& body_;
  const std::vector<Expression>& q_;
  const std::vector<Expression>& v_;
  const Number& number_;
  std::vector<ElementaryTransform> transforms_;
};

}  // namespace

void turnAxes(const ElementaryTransform& transform, Axes& axes) {
  if (const auto* by = std::get_if<Turn>(&transform)) {
    turnBack(by->cosine, by->sine, axes[at(firstAcross(by->axis))],
             axes[at(secondAcross(by->axis))]);
  } else if (const auto* rotation = std::get_if<Rotation>(&transform)) {
    const Axes old = axes;
    for (int k = 0; k < 3; ++k)
      axes[at(k)] =
          (*rotation)[0][k] * old[0] + (*rotation)[1][k] * old[1] + (*rotation)[2][k] * old[2];
  }
}

std::vector<ElementaryTransform> elementaryTransforms(const TreeBody<double>& body,
                                                      const std::vector<Expression>& q,
                                                      const std::vector<Expression>& v,
                                                      const Number& number) {
  return Builder(body, q, v, number).build();
}

}  // namespace linkwork::codegen
