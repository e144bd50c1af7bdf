#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/contact/coulomb_problem.hpp"
#include "linkwork/model/rigid_parts.hpp"

namespace linkwork::contact {

/// What something pushes along: an axis through a point, on parts[1] and its opposite on parts[0];
/// or a velocity of a joint, to one side.
struct ForceRow {
  std::array<int, 2> parts{groundPart, groundPart};
  Eigen::Vector3d point{0, 0, 0}, axis{0, 0, 1};  ///< world
  int joint = ground;                             ///< the tree body on the joint, of a joint's row
  int component = 0;                              ///< of the joint's v
  double sign = 1;                                ///< +1: towards larger q

  bool isOfJoint() const { return joint != ground; }
};

/// A mechanism in motion at a configuration, and what impulses along rows change of it, all joints
/// and loops kept:
///
///   ΔV = M⁻¹ Jᵀ p       u = J V       W = J M⁻¹ Jᵀ
///
/// Velocities are of parts, (ω; v of the center of mass) in world axes: those `before` all that
/// acts at once with the impulses, and those `now`, with it and with the impulses so far.
class ImpulseResponse {
 public:
  enum class When { before, now };

  virtual ~ImpulseResponse() = default;

  virtual const std::vector<PartPose>& poses() const = 0;
  virtual const Eigen::VectorXd& position() const = 0;  ///< q
  virtual const std::vector<Vector6<double>>& velocities(When when = When::now) const = 0;
  /// A component of a joint's v, by its tree body.
  virtual double jointRate(int body, int component, When when = When::now) const = 0;

  /// How smooth forces act at once with the impulses: for a time [s].
  struct Push {
    double time = 0;
    bool isPredicted = false;  ///< a guess: impulses work along the velocities without it
    /// What part of it leads from the velocities before to those where the state is: of
    /// semi-implicit Euler, whose velocities are half a step behind, ½.
    double lag = 0;
  };
  virtual Push push() const = 0;

  /// W in the upper left of w, which grows where it is too small and never shrinks.
  virtual void assembleDelassus(std::span<const ForceRow> rows, Eigen::MatrixXd& w) = 0;
  /// The same W by what makes it up, where that is known; good until the next call of either.
  virtual DampedResponse* damped(std::span<const ForceRow>) { return nullptr; }
  /// Changes the velocities by the impulses.
  virtual void respond(std::span<const ForceRow> rows, const double* impulses) = 0;
  /// Moves the configuration by M⁻¹ Jᵀ p, to first order: off the loops by as little. By a part of
  /// it where a joint or a part would move further than `most` [m, rad]; returns that part.
  virtual double displace(std::span<const ForceRow> rows, const double* impulses, double most) = 0;

  /// u of a row.
  double rate(const ForceRow& row, When when = When::now) const;
};

/// The same of a state in joint coordinates.
class StateResponse : public ImpulseResponse {
 public:
  /// At a state, which must be on the loops, with nothing that acts at once with the impulses.
  virtual void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) = 0;
  /// Smooth accelerations v̇ act at once with them.
  virtual void accelerate(const Eigen::VectorXd& a, Push push) = 0;
  /// What the impulses have left is the state, with these joint velocities, as if placed there.
  virtual void settle(const Eigen::VectorXd& v) = 0;
  /// Joint velocities that the impulses have left, without what acted at once with them.
  virtual const Eigen::VectorXd& velocity() = 0;
};

}  // namespace linkwork::contact
