#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/model/rigid_parts.hpp"

namespace linkwork::contact {

/// What something pushes along: an axis through a point, on parts[1] and its opposite on parts[0];
/// or the coordinate of a joint, to one side.
struct PushRow {
  std::array<int, 2> parts{groundPart, groundPart};
  Eigen::Vector3d point{0, 0, 0}, axis{0, 0, 1};  ///< world
  int joint = ground;                             ///< the tree body on the joint, of a joint's row
  double sign = 1;                                ///< +1: towards larger q

  bool isOfJoint() const { return joint != ground; }
};

/// A mechanism in motion at a configuration, and what impulses along rows change of it, all joints
/// and loops kept:
///
///   ΔV = M⁻¹ Jᵀ p       u = J V       W = J M⁻¹ Jᵀ
///
/// Velocities are of parts, (ω; v of the centre of mass) in world axes: those `before` all that
/// acts at once with the impulses, and those `now`, with it and with the impulses so far.
class ImpulseResponse {
 public:
  enum class When { before, now };

  virtual ~ImpulseResponse() = default;

  virtual const std::vector<PartPose>& poses() const = 0;
  virtual const Eigen::VectorXd& position() const = 0;  ///< q
  virtual const std::vector<Vector6<double>>& velocities(When when = When::now) const = 0;
  /// q̇ of a joint with one coordinate, by its tree body.
  virtual double jointRate(int body, When when = When::now) const = 0;

  /// Whether what acts at once with the impulses is only foreseen: the impulses work along the
  /// velocities without it.
  virtual bool predicts() const { return false; }

  /// W in the upper left of w, which grows where it is too small and never shrinks.
  virtual void anticipate(std::span<const PushRow> rows, Eigen::MatrixXd& w) = 0;
  /// Changes the velocities by the impulses.
  virtual void respond(std::span<const PushRow> rows, const double* impulses) = 0;
  /// Moves the configuration by M⁻¹ Jᵀ p, to first order: off the loops by as little.
  virtual void displace(std::span<const PushRow> rows, const double* impulses) = 0;

  /// u of a row.
  double rate(const PushRow& row, When when = When::now) const;
};

/// The same of a state in joint coordinates.
class StateResponse : public ImpulseResponse {
 public:
  /// At q, which must be on the loops.
  virtual void place(const Eigen::VectorXd& q) = 0;
  /// Joint velocities before what acts at once with the impulses, and with it; `isForeseen` is what
  /// `predicts` answers.
  virtual void move(const Eigen::VectorXd& before, const Eigen::VectorXd& now, bool isForeseen) = 0;
  /// Joint velocities now.
  virtual const Eigen::VectorXd& velocity() = 0;
};

}  // namespace linkwork::contact
