#include "linkwork/codegen/joint_moves.hpp"

#include <cmath>
#include <utility>

#include "linkwork/codegen/placement_factors.hpp"
#include "linkwork/joint_function.hpp"

namespace linkwork::codegen {

namespace {

class Builder {
 public:
  Builder(const TreeBody<double>& body, const std::vector<Expression>& q,
          const std::vector<Expression>& v, const Number& number)
      : body_(body), q_(q), v_(v), number_(number) {}

  std::vector<Move> build() {
    const bool isHinge = body_.joint == JointType::revolute;
    const PlacementFactors factors =
        isHinge ? slidFactorsOf(body_.placement) : factorsOf(body_.placement);
    for (int k = 0; k < 3; ++k) slide(k, number_(factors.origin[k]));
    turn(Z, number_(factors.cosTurn), number_(factors.sinTurn));
    turn(X, number_(factors.cosSlope), number_(factors.sinSlope));
    if (isHinge) {
      hinge(factors);
      slide(Z, number_(factors.slide));
    } else {
      turn(Z, number_(factors.cosStart), number_(factors.sinStart));
      joint();
    }
    return std::move(moves_);
  }

 private:
  Expression q(int k) const { return q_[static_cast<std::size_t>(body_.position + k)]; }
  Expression v(int k) const { return v_[static_cast<std::size_t>(body_.velocity + k)]; }

  void slide(int axis, const Expression& way) {
    if (!isNumber(way, 0)) moves_.push_back(Slide{axis, way});
  }
  void turn(int axis, const Expression& cosine, const Expression& sine) {
    if (!isNumber(cosine, 1)) moves_.push_back(Turn{axis, cosine, sine});
  }
  void turn(int axis, const Expression& angle) { turn(axis, cos(angle), sin(angle)); }

  /// A coordinate that turns about an axis or slides along it: entry `unit` of its twist is one.
  void freedom(int coordinate, int unit) {
    Freedom result{body_.velocity + coordinate, {Twist{}}, {}};
    result.subspace[0][unit] = 1;
    moves_.push_back(std::move(result));
  }
  void turning(int coordinate, int axis) {
    turn(axis, q(coordinate));
    freedom(coordinate, axis);
  }
  void sliding(int coordinate, int axis) {
    slide(axis, q(coordinate));
    freedom(coordinate, 3 + axis);
  }

  /// Rz(q + q₀); quarters of a turn need no sum.
  void hinge(const PlacementFactors& start) {
    if (start.sinStart == 0 || start.cosStart == 0) {
      const Expression c = cos(q(0)), s = sin(q(0));
      const double cosine = start.cosStart, sine = start.sinStart;
      turn(Z, cosine * c - sine * s, cosine * s + sine * c);
    } else {
      turn(Z, q(0) + number_(std::atan2(start.sinStart, start.cosStart)));
    }
    freedom(0, Z);
  }

  /// Rot of the unit quaternion that begins at entry `first` of q.
  void quaternion(int first) {
    rotate(Eigen::Quaternion<Expression>(q(first + 3), q(first), q(first + 1), q(first + 2))
               .toRotationMatrix());
  }

  void rotate(const Matrix3<Expression>& matrix) {
    Rotation rotation;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) rotation[at(i)][at(k)] = matrix(i, k);
    moves_.push_back(rotation);
  }

  void joint() {
    switch (body_.joint) {
      case JointType::prismatic:
        return sliding(0, Z);
      case JointType::helical: {
        const Expression pitch = number_(body_.pitch);
        turn(Z, q(0));
        slide(Z, pitch * q(0));
        Freedom screw{body_.velocity, {Twist{}}, {}};
        screw.subspace[0][2] = 1;
        screw.subspace[0][5] = pitch;
        moves_.push_back(std::move(screw));
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

  /// Pose, S and Ṡ q̇ as the joint writes them down.
  void general(const JointFunction& function) {
    const JointMotion<Expression> motion =
        function.motion(q_.data() + body_.position, v_.data() + body_.velocity);
    for (int i = 0; i < 3; ++i) slide(i, motion.pose.translation[i]);
    rotate(motion.pose.rotation);
    Freedom freedom{body_.velocity, {}, {}};
    for (int k = 0; k < body_.velocities; ++k) {
      Twist column;
      for (int i = 0; i < 6; ++i) column[i] = motion.subspace(i, k);
      freedom.subspace.push_back(column);
    }
    for (int i = 0; i < 6; ++i) freedom.bias[i] = motion.bias[i];
    moves_.push_back(std::move(freedom));
  }

  /// Coordinate k of a twist in the child's axes: all of them act at once.
  void together(int k) {
    if (k == 0) moves_.push_back(Freedom{body_.velocity, {}, {}});
    Twist column;
    column[k] = 1;
    std::get<Freedom>(moves_.back()).subspace.push_back(column);
  }

  const TreeBody<double>& body_;
  const std::vector<Expression>& q_;
  const std::vector<Expression>& v_;
  const Number& number_;
  std::vector<Move> moves_;
};

}  // namespace

void turnAxes(const Move& move, Axes& axes) {
  if (const auto* by = std::get_if<Turn>(&move)) {
    Vec3 &u = axes[at(firstAcross(by->axis))], &w = axes[at(secondAcross(by->axis))];
    const Vec3 old = u;
    u = by->cosine * old + by->sine * w;
    w = by->cosine * w - by->sine * old;
  } else if (const auto* rotation = std::get_if<Rotation>(&move)) {
    const Axes old = axes;
    for (std::size_t k = 0; k < 3; ++k)
      axes[k] =
          (*rotation)[0][k] * old[0] + (*rotation)[1][k] * old[1] + (*rotation)[2][k] * old[2];
  }
}

std::vector<Move> movesOf(const TreeBody<double>& body, const std::vector<Expression>& q,
                          const std::vector<Expression>& v, const Number& number) {
  return Builder(body, q, v, number).build();
}

}  // namespace linkwork::codegen
