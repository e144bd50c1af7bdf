#pragma once

#include <span>
#include <string>
#include <vector>

#include "linkwork/mechanism/mechanism.hpp"

/// Transmissions, added to a mechanism that is being built: their parts become bodies and joints of
/// the tree, tied by couplings. Where the mechanism has an initial state, it is made to fit.
namespace linkwork {

/// Adds a rotor geared to a joint: carried by the joint's parent, about the joint's axis,
///
///   q_rotor = ratio · q_joint
///
/// `rotor` is placed with its frame in the joint's; joint and body have its name.
void addRotor(Mechanism& mechanism, const Joint& driven, Body rotor, double ratio);

/// Adds a rotor on the parent of `seat`, about its axis, that turns with several joints:
///
///   q_rotor = Σ coefficient · q_joint
///
/// as the two inputs of a differential do. `coupling` names the tie.
void addTiedRotor(Mechanism& mechanism, const Joint& seat, Body rotor, const std::string& coupling,
                  const std::vector<CouplingTerm>& driven);

/// Adds the rotors of a parallel belt transmission, one for each of the joints in a row (each
/// carried by the body that the one before carries), all on the body that carries the first joint
/// and about its axis. Rotor i turns, through its gear, a pulley on the first joint's axis; a belt
/// on every link passes the pulley's angle relative to that link on to the next joint's axis, up to
/// joint i. A pulley turns `beltRatio` times as fast as the one it drives, relative to the link
/// they are on:
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
  std::string carrier;    ///< body that carries it
  Eigen::Vector3d axis;   ///< about which it turns, in the carrier
  Eigen::Vector3d pivot;  ///< on the carrier [m]
  Eigen::Vector3d pin;    ///< of the rod, on the crank, whose frame lies in the pivot [m]
  std::string driven;     ///< body at the rod's other end
  Eigen::Vector3d point;  ///< of the rod, on that body [m]
  double length = 0;      ///< of the rod [m]
};

/// Adds a crank without mass and its rod; returns its joint. In the initial state it stands at
/// `angle`, at which the rod must reach.
Joint addCrank(Mechanism& mechanism, const Crank& crank, double angle);

}  // namespace linkwork
