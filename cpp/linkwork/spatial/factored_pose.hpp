#pragma once

#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "linkwork/spatial/articulated_inertia.hpp"
#include "linkwork/spatial/plane_rotation.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork {

/// The sine and cosine of a rotation by a constant and then by a further angle about the same axis,
/// for a scalar with known structure (scalar_traits.hpp): (c, s) of the sum.
template <typename Scalar>
void turnFurther(Scalar& c, Scalar& s, const Scalar& furtherC, const Scalar& furtherS) {
  const Scalar old = c;
  c = old * furtherC - s * furtherS;
  s = s * furtherC + old * furtherS;
}

/// A pose as rotations about axes and translations along them, from the parent to the child.
/// Replaces Transform for scalars with known zeros and ones: rotations about one axis after the
/// other take half the operations of products with a whole rotation.
template <typename Scalar>
class FactoredPose {
 public:
  FactoredPose() = default;

  FactoredPose& slide(int axis, const Scalar& way) {
    if (way == Scalar(0)) return *this;
    if (auto* last = lastStep<Slide>(); last && last->axis == axis)
      last->way += way;
    else
      steps_.push_back(Slide{axis, way});
    return *this;
  }
  FactoredPose& turn(int axis, const Scalar& cosine, const Scalar& sine) {
    if (cosine == Scalar(1)) return *this;
    if (const auto* last = lastStep<Slide>(); last && last->axis == axis) {
      const Slide along = *last;  // slides at the child's end, where inertias are simplest
      steps_.pop_back();
      return turn(axis, cosine, sine).slide(axis, along.way);
    }
    if (auto* last = lastStep<Turn>(); last && last->axis == axis)
      turnFurther(last->cosine, last->sine, cosine, sine);
    else
      steps_.push_back(Turn{axis, cosine, sine});
    return *this;
  }

  friend FactoredPose operator*(FactoredPose outer, const Transform<Scalar>& pose) {
    for (int k = 0; k < 3; ++k) outer.slide(k, pose.translation[k]);
    const Matrix3<Scalar>& r = pose.rotation;
    for (int k = 0; k < 3; ++k) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      if (r(k, k) == Scalar(1) && r(k, u) == Scalar(0) && r(k, v) == Scalar(0))
        return outer.turn(k, r(u, u), r(v, u));
    }
    outer.steps_.push_back(r);
    return outer;
  }

  Vector6<Scalar> twistToChild(const Vector6<Scalar>& twist) const {
    Motion<Scalar> motion = Motion<Scalar>::from(twist);
    auto& [angular, linear] = motion;
    for (const Step& step : steps_) {
      if (const auto* slide = std::get_if<Slide>(&step)) {
        linear[slide->u()] += slide->way * angular[slide->v()];
        linear[slide->v()] -= slide->way * angular[slide->u()];
      } else {
        toChildAxes(step, angular);
        toChildAxes(step, linear);
      }
    }
    return motion.vector();
  }

  Vector6<Scalar> wrenchToParent(const Vector6<Scalar>& wrench) const {
    Force<Scalar> force = Force<Scalar>::from(wrench);
    auto& [n, f] = force;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (const auto* slide = std::get_if<Slide>(&*step)) {
        n[slide->u()] -= slide->way * f[slide->v()];
        n[slide->v()] += slide->way * f[slide->u()];
      } else {
        toParentAxes(*step, n);
        toParentAxes(*step, f);
      }
    }
    return force.vector();
  }

  FrameMotion<Scalar> motionToChild(FrameMotion<Scalar> motion) const {
    for (const Step& step : steps_) {
      if (const auto* slide = std::get_if<Slide>(&step)) {
        motion.linear += slide->way * motion.gradient().column(slide->axis);
      } else {
        toChildAxes(step, motion.velocity);
        toChildAxes(step, motion.angular);
        toChildAxes(step, motion.linear);
      }
    }
    return motion;
  }

  ArticulatedInertia<Scalar> inertiaToParent(ArticulatedInertia<Scalar> inertia) const {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (const auto* along = std::get_if<Slide>(&*step))
        shift(*along, inertia);
      else if (const auto* by = std::get_if<Turn>(&*step))
        turnInertia(*by, inertia);
      else
        inertia = inertia.rotated(std::get<Matrix3<Scalar>>(*step));
    }
    return inertia;
  }

 private:
  /// About an axis or along it; u and v are the two others, in cyclic order.
  struct Axis {
    int axis;
    int u() const { return (axis + 1) % 3; }
    int v() const { return (axis + 2) % 3; }
  };
  struct Slide : Axis {
    Slide(int axis, const Scalar& along) : Axis{axis}, way(along) {}
    Scalar way;
  };
  struct Turn : Axis {
    Turn(int axis, const Scalar& c, const Scalar& s) : Axis{axis}, cosine(c), sine(s) {}
    Scalar cosine, sine;
  };
  using Step = std::variant<Slide, Turn, Matrix3<Scalar>>;

  template <typename Kind>
  Kind* lastStep() {
    return steps_.empty() ? nullptr : std::get_if<Kind>(&steps_.back());
  }

  static void toParentAxes(const Step& step, Vec3<Scalar>& x) {
    if (const auto* by = std::get_if<Turn>(&step))
      linkwork::turn(by->cosine, by->sine, x[by->u()], x[by->v()]);
    else
      x = vec3(Vector3<Scalar>(std::get<Matrix3<Scalar>>(step) * x.vector()));
  }
  static void toChildAxes(const Step& step, Vec3<Scalar>& x) {
    if (const auto* by = std::get_if<Turn>(&step))
      turnBack(by->cosine, by->sine, x[by->u()], x[by->v()]);
    else
      x = vec3(Vector3<Scalar>(std::get<Matrix3<Scalar>>(step).transpose() * x.vector()));
  }

  static void turnInertia(const Turn& by, ArticulatedInertia<Scalar>& inertia) {
    const int w = by.axis, u = by.u(), v = by.v();
    const Scalar &c = by.cosine, &s = by.sine;
    for (SymmetricMatrix3<Scalar>* a : {&inertia.J, &inertia.M}) {
      linkwork::turn(c, s, (*a)(u, w), (*a)(v, w));
      turnBlock(c, s, (*a)(u, u), (*a)(u, v), (*a)(v, v));
    }
    Mat3<Scalar>& h = inertia.H;
    turnBlock(c, s, h(u, u), h(u, v), h(v, u), h(v, v));
    linkwork::turn(c, s, h(u, w), h(v, w));
    linkwork::turn(c, s, h(w, u), h(w, v));
  }

  /// H' = H + p̂ M,  J' = J − H p̂ + p̂ H'ᵀ for p along the axis.
  static void shift(const Slide& by, ArticulatedInertia<Scalar>& inertia) {
    const int k = by.axis, u = by.u(), v = by.v();
    const Scalar& way = by.way;
    SymmetricMatrix3<Scalar>& j = inertia.J;
    Mat3<Scalar>& h = inertia.H;
    const Scalar huv = h(u, v), hvu = h(v, u), huu = h(u, u);
    for (int column = 0; column < 3; ++column) {
      h(u, column) -= way * inertia.M(v, column);
      h(v, column) += way * inertia.M(u, column);
    }
    j(k, u) -= way * h(k, v);
    j(k, v) += way * h(k, u);
    j(u, u) -= way * (huv + h(u, v));
    j(v, v) += way * (hvu + h(v, u));
    j(u, v) += way * (huu - h(v, v));
  }

  std::vector<Step> steps_;
};

/// A body's pose relative to its parent.
template <typename Scalar>
using RelativePose =
    std::conditional_t<hasKnownStructure<Scalar>, FactoredPose<Scalar>, Transform<Scalar>>;

template <typename Scalar>
ArticulatedInertia<Scalar> inertiaToParent(const Transform<Scalar>& pose,
                                           const ArticulatedInertia<Scalar>& inertia) {
  return inertia.toParent(pose);
}
template <typename Scalar>
ArticulatedInertia<Scalar> inertiaToParent(const FactoredPose<Scalar>& pose,
                                           const ArticulatedInertia<Scalar>& inertia) {
  return pose.inertiaToParent(inertia);
}

/// The motion of the parent's frame in the child's axes, before a joint adds its own.
template <typename Scalar>
FrameMotion<Scalar> motionToChild(const Transform<Scalar>& pose,
                                  const FrameMotion<Scalar>& parent) {
  const auto inChild = [&](const Vector3<Scalar>& x) {
    return vec3(Vector3<Scalar>(pose.rotation.transpose() * x));
  };
  return {inChild(parent.velocity.vector()), inChild(parent.angular.vector()),
          inChild(parent.linear.vector() + parent.gradient().matrix() * pose.translation)};
}
template <typename Scalar>
FrameMotion<Scalar> motionToChild(const FactoredPose<Scalar>& pose,
                                  const FrameMotion<Scalar>& parent) {
  return pose.motionToChild(parent);
}

}  // namespace linkwork
