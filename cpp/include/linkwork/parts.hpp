#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"

/// Bodies of uniform density in simple shapes, placed in the body's frame, and transmissions:
/// what mechanisms are built of.
namespace linkwork {

/// A round bar between the centers of its two ends. With length L and radius r, about its center:
/// ½ m r² along its axis and m (3r² + L²)/12 across it.
Body cylinder(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
              double radius);

/// A round bar with balls of its radius r around its two ends, L apart. Of masses m of the bar and
/// b of the balls together, about its center: ½ m r² + ⅖ b r² along its axis and m (3r² + L²)/12 +
/// b (⅖ r² + ⅜ L r + ¼ L²) across it.
Body capsule(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
             double radius);

/// A box with its edges along the axes. About its center: m (y² + z²)/12 about x, and so on.
Body box(std::string name, double mass, const Eigen::Vector3d& center, const Eigen::Vector3d& size);

/// A ring about the origin, round z, with radii R of its center line and r of its tube:
/// m (R² + ¾ r²) about z and m (½ R² + ⅝ r²) across.
Body torus(std::string name, double mass, double majorRadius, double minorRadius);

/// An ellipsoid about the origin with semi-axes along x, y, z: m (b² + c²)/5 about x, and so on.
Body ellipsoid(std::string name, double mass, const Eigen::Vector3d& semiAxes);

/// Several bodies, all in one frame, made into one: masses add, inertias by Steiner's theorem.
Body united(std::string name, std::span<const Body> parts);

// Transmissions, added to a mechanism that is being built: their parts become bodies and joints of
// the tree, tied by couplings. If the mechanism has an initial state, it is extended.

/// Adds a rotor geared to a joint: on the joint's parent, about the joint's axis,
///
///   q_rotor = ratio · q_joint
///
/// `rotor` is placed with its frame in the joint's; joint and body have its name.
void addRotor(Mechanism& mechanism, const Joint& driven, Body rotor, double ratio);

/// Adds a rotor on the parent of `seat`, about its axis, that turns with several joints:
///
///   q_rotor = Σ coefficient · q_joint
///
/// as the two inputs of a differential do. `coupling` is its constraint's name.
void addCoupledRotor(Mechanism& mechanism, const Joint& seat, Body rotor,
                     const std::string& coupling, const std::vector<CouplingTerm>& driven);

/// Adds the rotors of a parallel belt transmission, one for each of the joints in a row (each on
/// the child of the one before), all on the parent of the first joint and about its axis. Rotor i
/// turns, through its gear, a pulley on the first joint's axis; a belt on every link passes the
/// pulley's angle relative to that link on to the next joint's axis, up to joint i. A pulley turns
/// `beltRatio` times as fast as the one it drives, relative to the link they are on:
///
///   q_rotor,i = ratio · (q_1 + beltRatio q_2 + … + beltRatioⁱ⁻¹ q_i)
///
/// Source: Chignoli et al., "Recursive Rigid-Body Dynamics Algorithms for Systems with Kinematic
/// Loops", Fig. 1a and section VII.
void addBeltRotors(Mechanism& mechanism, std::span<const Joint> driven, std::vector<Body> rotors,
                   double ratio, double beltRatio = 1);

/// A crank that a massless rod holds against a point of another body.
struct Crank {
  std::string name;       ///< of the crank, its joint and its rod
  std::string parent;     ///< parent body
  Eigen::Vector3d axis;   ///< about which it turns, in the parent
  Eigen::Vector3d pivot;  ///< on the parent [m]
  Eigen::Vector3d pin;    ///< of the rod, on the crank, whose frame lies in the pivot [m]
  std::string driven;     ///< body at the rod's other end
  Eigen::Vector3d point;  ///< of the rod, on that body [m]
  double length = 0;      ///< of the rod [m]
};

/// Adds a crank without mass and its rod; returns its joint. In the initial state it is at `angle`,
/// at which the rod must reach.
Joint addCrank(Mechanism& mechanism, const Crank& crank, double angle);

}  // namespace linkwork
