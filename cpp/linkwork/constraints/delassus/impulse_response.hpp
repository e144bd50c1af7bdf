#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/constraints/delassus/delassus_operator.hpp"
#include "linkwork/model/rigid_parts.hpp"

namespace linkwork::constraints {

/// A row of J: an axis through a point, along which a force acts on parts[1] and its opposite on
/// parts[0]; or about which a moment acts on both; or along the velocity of a joint; or a sum of
/// such rows.
struct ForceRow {
  std::array<int, 2> parts{groundPart, groundPart};
  Eigen::Vector3d point{0, 0, 0}, axis{0, 0, 1};  ///< world axes
  bool isMoment = false;                          ///< u = axis · ω; the point does not matter
  int joint = ground;                             ///< the tree body on the joint, of a joint's row
  Vector6<double> along =
      Vector6<double>::Zero();      ///< of a joint's row: u = along · v of the joint
  const ForceRow* terms = nullptr;  ///< of a sum: its rows, which are no sums
  int termCount = 0;

  /// A component of a joint's v.
  static ForceRow ofJoint(int joint, int component, double sign = 1) {
    ForceRow row;
    row.joint = joint;
    row.along[component] = sign;
    return row;
  }

  bool isOfJoint() const { return joint != ground; }
  bool isSum() const { return terms != nullptr; }
  /// The rows of a sum, or the row itself.
  std::span<const ForceRow> simple() const {
    return isSum() ? std::span(terms, at(termCount)) : std::span(this, 1);
  }
  /// Calls `visit(component, factor)` for the components of v that a joint's row has.
  template <typename Visit>
  void forEachComponent(Visit visit) const {
    for (int k = 0; k < 6; ++k)
      if (along[k] != 0) visit(k, along[k]);
  }
};

/// A mechanism in motion at a configuration, and the effect of impulses p along rows, with all
/// joints and loops kept:
///
///   ΔV = M⁻¹ Jᵀ p       u = J V       W = J M⁻¹ Jᵀ
///
/// A row that is a sum has the sums of the entries of W of its rows.
///
/// V are the velocities of rigid parts, (ω; v of the center of mass) in world axes [rad/s, m/s].
class ImpulseResponse {
 public:
  /// Velocities `before` the smooth forces that act together with the impulses, and `now`, with
  /// them and with all impulses up to now.
  enum class When { before, now };

  virtual ~ImpulseResponse() = default;

  virtual const std::vector<PartPose>& poses() const = 0;
  virtual const Eigen::VectorXd& position() const = 0;  ///< q
  virtual const std::vector<Vector6<double>>& velocities(When when = When::now) const = 0;
  /// A component of a joint's v, by its tree body.
  virtual double jointRate(int body, int component, When when = When::now) const = 0;

  /// How smooth forces act together with the impulses: for a time [s].
  struct SmoothForce {
    double time = 0;
    bool isPredicted =
        false;  ///< a prediction: the work of impulses is along velocities without it
    /// The part of it that leads from the velocities `before` to those of the state. It is ½ for
    /// semi-implicit Euler, whose velocities lag by half a step.
    double lag = 0;
  };
  virtual SmoothForce smoothForce() const = 0;

  /// Writes W to the upper left of w, which grows if it is too small and never shrinks.
  void assembleDelassus(std::span<const ForceRow> rows, Eigen::MatrixXd& w);
  /// W as an operator, valid until the next call of this function or of `assembleDelassus`; null
  /// if loops or sums of rows tie the parts together.
  DampedDelassus* damped(std::span<const ForceRow> rows);
  /// Changes the velocities by ΔV.
  void respond(std::span<const ForceRow> rows, const double* impulses);
  /// Moves the configuration by M⁻¹ Jᵀ p to first order. Loops stay closed to first order.
  ///
  /// @param most  the largest displacement of a joint or a part [m, rad]
  /// @return      the part of the displacement that `most` allows, at most 1
  double displace(std::span<const ForceRow> rows, const double* impulses, double most);

  /// u of a row.
  double rate(const ForceRow& row, When when = When::now) const;

 protected:
  /// The same for rows that are no sums.
  virtual void assembleSimple(std::span<const ForceRow> rows, Eigen::MatrixXd& w) = 0;
  virtual DampedDelassus* dampedSimple(std::span<const ForceRow>) { return nullptr; }
  virtual void respondSimple(std::span<const ForceRow> rows, const double* impulses) = 0;
  virtual double displaceSimple(std::span<const ForceRow> rows, const double* impulses,
                                double most) = 0;

 private:
  double simpleRate(const ForceRow& row, When when) const;
  void split(std::span<const ForceRow> rows, const double* impulses);

  std::vector<ForceRow> simple_;  ///< all rows, those of sums one by one
  std::vector<double> simpleImpulses_;
  Eigen::MatrixXd simpleDelassus_;
};

/// An ImpulseResponse of a state in joint coordinates.
class StateResponse : public ImpulseResponse {
 public:
  /// Places the mechanism at a state on the loops, without smooth forces.
  virtual void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) = 0;
  /// Adds smooth accelerations v̇ that act together with the impulses.
  virtual void accelerate(const Eigen::VectorXd& a, SmoothForce smooth) = 0;
  /// Takes the current configuration with these joint velocities as the state, as `place` does.
  virtual void settle(const Eigen::VectorXd& v) = 0;
  /// Joint velocities with the impulses and without smooth forces.
  virtual const Eigen::VectorXd& velocity() = 0;
};

}  // namespace linkwork::constraints
