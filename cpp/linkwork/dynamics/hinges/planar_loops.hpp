#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

template <typename Scalar>
struct ConstraintScratch;

/// A cluster of hinges whose axes are all parallel and of slides across them, closed by pins on the
/// same axis or by balls: all that its loops ask for is that points meet in the plane, two rows
/// each. The redundant rows of the general form (loop_constraints.hpp) are never formed.
///
/// In the plane, seen from the body that carries the cluster, a body's frame stands at o with axes
/// R (2×2, a reflection where its hinge points the other way), turns at w and
///
///   hinge   o_i = o_p + R_p p,   R_i = R_p C Rot(q + q₀),   w_i = w_p + σ q̇,   ö_i = ö_p − w_p²
///   R_p p slide   o_i = o_p + R_p (p + d q),   R_i = R_p,   w_i = w_p,
///           ö_i = ö_p − w_p² R_p (p + d q) + 2 w_p q̇ (R_p d)⊥
///
/// for the placement T(p) C Rot(q₀) of its hinge, with ⊥ the quarter turn of the plane. A loop's
/// points P on two bodies must stay together, so
///
///   K_j = ± σ_j (P − o_j)⊥ for every hinge j that carries one of them, ± R d for every slide,
///   k = −(P̈_child − P̈_parent).
///
/// The rows are written in any scalar (planar_assembly.hpp).
class PlanarLoops {
 public:
  /// The cluster in this form, if it has it. The fast path's `hinges` of its bodies, if it takes
  /// that, have angles that start at theirs.
  static std::optional<PlanarLoops> from(const ClusterTree<double>& tree,
                                         const Cluster<double>& cluster,
                                         const hinges::PlannedHinge* hinges = nullptr);

  /// Rows of K: two a pin, one a coupling.
  int rows(const Cluster<double>& cluster) const {
    return static_cast<int>(2 * pins_.size() + cluster.constraint->couplings.size());
  }

  /// Writes K and k into the first rows of the cluster's scratch; cosines and sines are those of
  /// the joint angles, placements included, in the order of its bodies; of slides, 1 and 0.
  template <typename S>
  void assemble(const Cluster<double>& cluster, const S* cosines, const S* sines, const S* q,
                const S* v, ConstraintScratch<S>& scratch) const;

  /// Those cosines and sines, where no hinge of a fast path has them.
  template <typename S>
  void turn(const S* q, S* cosines, S* sines) const;

  /// Where the links are in the plane.
  template <typename S>
  struct Place {
    S origin[2], axes[2][2];
    S step[2];   ///< R_p (p + d q)
    S slide[2];  ///< R_p d, of a slide
  };
  /// Larger clusters take the general way.
  static constexpr int mostLinks = 24, mostRows = 48;
  /// Of the body that carries the cluster, and by link.
  template <typename S>
  using Places = std::array<Place<S>, mostLinks + 1>;

  /// The same with φ on the right side: P_child − P_parent, and what couplings leave open. Returns
  /// how far the links reach from the body that carries the cluster [m].
  template <typename S>
  S assembleGap(const Cluster<double>& cluster, const S* cosines, const S* sines, const S* q,
                Places<S>& places, ConstraintScratch<S>& scratch) const;

  /// −∂K/∂q[δ] v on the right side, for δ in the order of the bodies: what K v loses as the hinges
  /// turn by δ, to first order.
  template <typename S>
  void assembleTurn(const Cluster<double>& cluster, const Places<S>& places, const S* delta,
                    const S* v, ConstraintScratch<S>& scratch) const;

  /// Σ|δ|, slides in units of `length`.
  template <typename S>
  S sizeOf(const S* delta, double length) const;

  /// Calls `visit(coordinate, velocity, link)` with the entries in q and v of every link.
  template <typename Visit>
  void forEachLink(Visit visit) const {
    for (std::size_t i = 0; i < links_.size(); ++i)
      visit(links_[i].coordinate, links_[i].velocity, static_cast<Eigen::Index>(i));
  }

 private:
  struct Link {
    int parent;  ///< among the links, or −1
    double position[2];
    double placement[2][2];  ///< C
    double turning;          ///< σ of a hinge
    double slide[2];         ///< d of a slide
    bool isSlide;
    int coordinate, velocity;
  };
  struct Pin {
    int parent, child;  ///< among the links, or −1
    double onParent[2], onChild[2];
  };
  /// ∂²P/∂q∂q along two motions of the hinges, which turn the links at these rates.
  template <typename S>
  struct Curvature {
    S rates[2], bend[2];
  };
  template <typename S>
  using Curvatures = std::array<Curvature<S>, mostLinks + 1>;

  /// What there is of a link, or of the body that carries the cluster.
  template <typename Items>
  static const auto& of(int link, const Items& items) {
    return items[static_cast<std::size_t>(link + 1)];
  }
  static double largestCoefficient(const CouplingRow<double>& coupling) {
    double largest = 0;
    for (const auto& term : coupling.terms) largest = std::max(largest, std::abs(term.coefficient));
    return largest;
  }

  template <typename S>
  void place(const S* cosines, const S* sines, const S* q, Places<S>& places) const;
  template <typename S, typename Rate>
  void curve(const Places<S>& places, const S* v, Rate rate, Curvatures<S>& curvatures) const;
  template <typename S, typename Visit>
  void forEachPoint(const Places<S>& places, Visit visit) const;
  template <typename S>
  void assembleRows(const Cluster<double>& cluster, const Places<S>& places,
                    ConstraintScratch<S>& scratch) const;
  template <typename S>
  void subtractCurvature(const Cluster<double>& cluster, const Places<S>& places,
                         const Curvatures<S>& curvatures, ConstraintScratch<S>& scratch) const;

  std::vector<Link> links_;
  std::vector<Pin> pins_;
};

}  // namespace linkwork
