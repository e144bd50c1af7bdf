#include "linkwork/codegen/loop_rows.hpp"

#include <algorithm>
#include <cmath>

namespace linkwork::codegen {

namespace {

/// A vector that moves with the cluster: its value, its first two derivatives at q̈ = 0, and its
/// derivative by each spanning velocity.
struct MovingVector {
  Vec3 value, rate, acceleration;
  std::vector<Vec3> columns;
};

/// A frame that does, with what carries it.
struct MovingFrame {
  Axes axes = parentAxes;
  MovingVector origin;
  Vec3 velocity, acceleration;  ///< angular
  std::vector<Vec3> turning;    ///< angular velocity by each spanning velocity

  explicit MovingFrame(std::size_t spanning) : turning(spanning) {
    origin.columns.resize(spanning);
  }

  /// Γ r = α × r + ω × (ω × r)
  Vec3 swung(const Vec3& r) const {
    return cross(acceleration, r) + dot(velocity, r) * velocity - dot(velocity, velocity) * r;
  }

  /// A vector of the body, given in the fixed axes.
  MovingVector vector(const Vec3& r) const {
    MovingVector result{r, cross(velocity, r), swung(r), {}};
    for (const Vec3& axis : turning) result.columns.push_back(cross(axis, r));
    return result;
  }

  Vec3 outside(const Vec3& r) const { return r[0] * axes[0] + r[1] * axes[1] + r[2] * axes[2]; }

  void moveOrigin(const Vec3& way) {
    const MovingVector r = vector(way);
    origin.value = origin.value + r.value;
    origin.rate = origin.rate + r.rate;
    origin.acceleration = origin.acceleration + r.acceleration;
    for (std::size_t k = 0; k < r.columns.size(); ++k)
      origin.columns[k] = origin.columns[k] + r.columns[k];
  }

  void move(const Freedom& freedom, int local, const std::vector<Expression>& v) {
    Vec3 spin, way;
    for (std::size_t k = 0; k < freedom.subspace.size(); ++k) {
      const Vec3 axis = outside(freedom.subspace[k].n), slide = outside(freedom.subspace[k].f);
      const Expression& rate = v[at(freedom.velocity) + k];
      turning[at(local) + k] = axis;
      origin.columns[at(local) + k] = slide;
      spin = spin + rate * axis;
      way = way + rate * slide;
    }
    origin.acceleration = origin.acceleration + Expression(2) * cross(velocity, way) +
                          cross(spin, way) + outside(freedom.bias.f);
    origin.rate = origin.rate + way;
    acceleration = acceleration + cross(velocity, spin) + outside(freedom.bias.n);
    velocity = velocity + spin;
  }
};

/// A joint frame of a loop.
struct LoopFrame {
  MovingVector origin;
  std::array<MovingVector, 3> axes;
};

MovingVector constantVector(const Vec3& value, std::size_t spanning) {
  return {value, {}, {}, std::vector<Vec3>(spanning)};
}

MovingVector wayBetween(const MovingVector& b, const MovingVector& a) {
  MovingVector result{a.value - b.value, a.rate - b.rate, a.acceleration - b.acceleration, {}};
  for (std::size_t k = 0; k < a.columns.size(); ++k)
    result.columns.push_back(a.columns[k] - b.columns[k]);
  return result;
}

ConstraintRow productRow(const MovingVector& a, const MovingVector& b) {
  ConstraintRow row;
  for (std::size_t k = 0; k < a.columns.size(); ++k)
    row.coefficients.push_back(dot(a.columns[k], b.value) + dot(a.value, b.columns[k]));
  row.rightSide =
      -(dot(a.acceleration, b.value) + 2 * dot(a.rate, b.rate) + dot(a.value, b.acceleration));
  return row;
}

/// |a|² = constant, halved.
ConstraintRow lengthRow(const MovingVector& a) {
  ConstraintRow row;
  for (const Vec3& column : a.columns) row.coefficients.push_back(dot(column, a.value));
  row.rightSide = -(dot(a.acceleration, a.value) + dot(a.rate, a.rate));
  return row;
}

class LoopWriter {
 public:
  LoopWriter(const ClusterTree<double>& tree, const Cluster<double>& cluster,
             const std::vector<Expression>& q, const std::vector<Expression>& v,
             const Number& number)
      : cluster_(cluster),
        number_(number),
        spanning_(at(cluster.spanning())),
        toPlane_(tree.body(cluster.firstBody).placement.inverse()) {
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      TreeBody<double> body = tree.body(i);
      const bool isRoot = body.parent < cluster.firstBody;
      if (isRoot) body.placement = toPlane_ * body.placement;
      MovingFrame frame =
          isRoot ? MovingFrame(spanning_) : frames_[at(body.parent - cluster.firstBody)];
      int local = body.local;
      for (const Move& move : movesOf(body, q, v, number)) {
        if (const auto* slide = std::get_if<Slide>(&move)) {
          frame.moveOrigin(slide->way * frame.axes[at(slide->axis)]);
        } else if (const auto* freedom = std::get_if<Freedom>(&move)) {
          frame.move(*freedom, local, v);
          local += static_cast<int>(freedom->subspace.size());
        } else {
          turnAxes(move, frame.axes);
        }
      }
      frames_.push_back(std::move(frame));
    }
  }

  std::vector<ConstraintRow> write() {
    for (const LoopClosure<double>& loop : cluster_.constraint->loops) addLoop(loop);
    for (const CouplingRow<double>& coupling : cluster_.constraint->couplings) {
      ConstraintRow row{std::vector<Expression>(spanning_), {}};
      for (const auto& term : coupling.terms) row.coefficients[at(term.local)] = term.coefficient;
      rows_.push_back(std::move(row));
    }
    return std::move(rows_);
  }

 private:
  LoopFrame frameOn(int body, Transform<double> inBody) const {
    const bool isOutside = body < cluster_.firstBody;
    if (isOutside) inBody = toPlane_ * inBody;
    const double size = inBody.translation.norm();
    const auto triple = [&](const Eigen::Vector3d& x, double scale) {
      Vec3 result;
      for (int k = 0; k < 3; ++k) result[at(k)] = number_(withoutRounding(x[k], scale));
      return result;
    };
    LoopFrame result;
    const Vec3 point = triple(inBody.translation, size);
    if (isOutside) {
      result.origin = constantVector(point, spanning_);
      for (int k = 0; k < 3; ++k)
        result.axes[at(k)] = constantVector(triple(inBody.rotation.col(k), 1), spanning_);
      return result;
    }
    MovingFrame frame = frames_[at(body - cluster_.firstBody)];
    for (int k = 0; k < 3; ++k)
      result.axes[at(k)] = frame.vector(frame.outside(triple(inBody.rotation.col(k), 1)));
    frame.moveOrigin(frame.outside(point));
    result.origin = frame.origin;
    return result;
  }

  void keepTogether(const MovingVector& way) {
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 axis;
      axis[k] = 1;
      rows_.push_back(productRow(way, constantVector(axis, spanning_)));
    }
  }

  void addLoop(const LoopClosure<double>& loop) {
    const LoopFrame parent = frameOn(loop.parent, loop.parentFrame);
    const LoopFrame child = frameOn(loop.child, loop.childFrame);
    const MovingVector way = wayBetween(parent.origin, child.origin);
    const auto square = [&](const MovingVector& a, const MovingVector& b) {
      rows_.push_back(productRow(a, b));
    };
    const auto keepAxis = [&] {
      square(child.axes[Z], parent.axes[X]);
      square(child.axes[Z], parent.axes[Y]);
    };
    const auto keepOrientation = [&] {
      for (int k = 0; k < 3; ++k) square(child.axes[at(k)], parent.axes[at(firstAcross(k))]);
    };
    switch (loop.joint) {
      case JointType::rod:
        rows_.push_back(lengthRow(way));
        return;
      case JointType::spherical:
        return keepTogether(way);
      case JointType::revolute:
        keepTogether(way);
        return keepAxis();
      case JointType::universal:
        keepTogether(way);
        return square(child.axes[Y], parent.axes[X]);
      case JointType::fixed:
        keepTogether(way);
        return keepOrientation();
      case JointType::planar:
        square(way, parent.axes[Z]);
        return keepAxis();
      case JointType::cylindrical:
        square(way, parent.axes[X]);
        square(way, parent.axes[Y]);
        return keepAxis();
      case JointType::prismatic:
        square(way, parent.axes[X]);
        square(way, parent.axes[Y]);
        return keepOrientation();
      case JointType::helical:
        square(way, parent.axes[X]);
        square(way, parent.axes[Y]);
        keepAxis();
        return keepPitch(loop, way, parent.axes[Z]);
      default:
        return;
    }
  }

  /// Way along the axis = pitch · angle, whose second derivative is (α_c − α_p) · z.
  void keepPitch(const LoopClosure<double>& loop, const MovingVector& way,
                 const MovingVector& axis) {
    ConstraintRow row = productRow(way, axis);
    const Expression pitch = number_(loop.measure);
    for (const auto& [body, sign] : {std::pair(loop.child, -1.0), std::pair(loop.parent, 1.0)}) {
      if (body < cluster_.firstBody) continue;
      const MovingFrame& frame = frames_[at(body - cluster_.firstBody)];
      for (std::size_t k = 0; k < spanning_; ++k)
        row.coefficients[k] += sign * (pitch * dot(frame.turning[k], axis.value));
      row.rightSide -= sign * (pitch * dot(frame.acceleration, axis.value));
    }
    rows_.push_back(std::move(row));
  }

  const Cluster<double>& cluster_;
  const Number& number_;
  std::size_t spanning_;
  Transform<double> toPlane_;
  std::vector<MovingFrame> frames_;
  std::vector<ConstraintRow> rows_;
};

}  // namespace

std::vector<ConstraintRow> rowsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                                  const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number) {
  return LoopWriter(tree, cluster, q, v, number).write();
}

}  // namespace linkwork::codegen
