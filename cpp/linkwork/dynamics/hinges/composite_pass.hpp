#pragma once

// The mass matrix of hinges and floating bodies, by composite bodies (passes_here.hpp).
//
// What hinge i's column asks of a hinge j that carries it is z_j · (n + (o_i − o_j) × f), where
// [n; f] is the wrench about o_i that turns all that i carries by q̈_i = 1. Inertias are summed up
// in the hinges' own frames; wrenches, axes and origins are compared in those of the ground, or of
// the body that floats: there a column is one loop over numbers side by side.
// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2.

#include <cstddef>

#include "linkwork/dynamics/hinges/adjacent.hpp"
#include "linkwork/dynamics/hinges/pose_pass.hpp"
#include "linkwork/dynamics/hinges/rigid_leaf.hpp"

namespace linkwork::hinges {
namespace {

/// Outward over hinges [first, last): frames, axes and origins.
template <typename S>
void outwardAxes(const Memory<S>& memory, int first, int last) {
  WorldFrame<S> at{};
  for (int i = first; i < last; ++i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (!hinge.followsParent) at = memory.frames[hinge.parent];
    withPlacement(hinge, [&]<Placement placement>() {
      moveFrame<placement>(hinge, memory.cosines[i], memory.sines[i], at);
    });
    memory.frames[hinge.body] = at;
    for (int k = 0; k < 3; ++k) {
      memory.axes[k][i] = at.axes[Z][k];
      memory.origins[k][i] = at.origin[k];
    }
  }
}

/// column[j − first] = z_j · (n + (o − o_j) × f) for hinges j in [first, last), side by side.
template <typename S>
inline void projectColumn(const Memory<S>& memory, int first, int last, const S* o, const S* n,
                          const S* f, S* column) {
  constexpr int width = Adjacent<S>::four;
  Four<S> axis[3], origin[3];
  for (int j = first; j < last; j += width, column += width) {
    for (int k = 0; k < 3; ++k) {
      load(memory.axes[k] + j, axis[k]);
      load(memory.origins[k] + j, origin[k]);
    }
    const Four<S> x = o[X] - origin[X], y = o[Y] - origin[Y], z = o[Z] - origin[Z];
    const Four<S> asked = axis[X] * (n[X] + (y * f[Z] - z * f[Y])) +
                          axis[Y] * (n[Y] + (z * f[X] - x * f[Z])) +
                          axis[Z] * (n[Z] + (x * f[Y] - y * f[X]));
    if (last - j >= width) {
      store(asked, column);
      continue;
    }
    S numbers[width];
    store(asked, numbers);
    for (int k = 0; k < last - j; ++k) column[k] = numbers[k];
  }
}

/// Rows above the diagonal of hinge i's column, for its wrench [n; f] about o.
template <typename S, typename Column>
inline void fillColumn(const Memory<S>& memory, const MassRow* rows, const int* floatingDofs, int i,
                       const S* o, const S* n, const S* f, Column column) {
  int end = i;
  while (true) {
    const MassRow& row = rows[rows[i].first];
    projectColumn(memory, row.first, end, o, n, f, column.next(row.dof, end - row.first));
    if (row.carrier < 0) break;
    i = row.carrier;
    end = i + 1;
  }
  if (const MassRow& outermost = rows[rows[i].first]; outermost.floating >= 0) {
    S* here = column.next(floatingDofs[outermost.floating], 6);
    here[0] = n[X] + (o[Y] * f[Z] - o[Z] * f[Y]);
    here[1] = n[Y] + (o[Z] * f[X] - o[X] * f[Z]);
    here[2] = n[Z] + (o[X] * f[Y] - o[Y] * f[X]);
    for (int k = 0; k < 3; ++k) here[3 + k] = f[k];
  }
  column.finish();
}

/// What the rotors of a hinge add to its couple on its parent, in the axes of the ground or of what
/// floats, and to its entry on the diagonal.
template <typename S>
inline void addRotors(const Memory<S>& memory, const Hinge<S>& hinge, const GearedRotors<S>& rotors,
                      S n[3], S& diagonal) {
  diagonal += rotors.reflected;
  if (hinge.parent < 0) return;
  const auto& axes = memory.frames[hinge.parent].axes;
  const S* u = rotors.couple;
  for (int k = 0; k < 3; ++k) n[k] += axes[X][k] * u[X] + axes[Y][k] * u[Y] + axes[Z][k] * u[Z];
}

/// Inward over hinges [first, last): composites, and their columns of the mass matrix, of which the
/// upper triangle is written.
template <typename S, typename Columns>
void inwardComposites(const Memory<S>& memory, const MassRow* rows, const int* floatingDofs,
                      int first, int last, const Columns& mass) {
  Rigid<S> at{};
  for (int i = last - 1; i >= first; --i) {
    const Hinge<S>& hinge = memory.hinges[i];
    if (hinge.carriesNext)
      at.add(Rigid<S>::of(hinge));
    else
      at = Rigid<S>::of(hinge);
    if (hinge.carriesOthers) at.add(memory.composites[hinge.body]);

    const WorldFrame<S>& frame = memory.frames[hinge.body];
    S n[3], f[3];
    for (int k = 0; k < 3; ++k) {
      const S x = frame.axes[X][k], y = frame.axes[Y][k], z = frame.axes[Z][k];
      n[k] = x * at.j[XZ] + y * at.j[YZ] + z * at.j[ZZ];
      f[k] = y * at.h[X] - x * at.h[Y];
    }
    const auto column = mass.of(rows[i].dof);
    *column.top = at.j[ZZ];
    if (hinge.isGeared) addRotors(memory, hinge, memory.rotors[i], n, *column.top);
    fillColumn(memory, rows, floatingDofs, i, frame.origin, n, f, column);

    if (hinge.parent < 0) continue;
    withPlacement(hinge, [&]<Placement placement>() {
      at.template toParent<placement>(hinge, memory.cosines[i], memory.sines[i]);
    });
    if (!hinge.followsParent) {
      Rigid<S> sum{memory.composites[hinge.parent]};
      sum.add(at);
      memory.composites[hinge.parent] = sum;
    }
  }
}

/// [J ĥ; −ĥ m 1] of all that a floating body carries, itself included: its upper triangle, and
/// nothing above.
template <typename S, typename Columns>
void floatingComposite(const Memory<S>& memory, const FloatingBody<S>& body, int dof,
                       const Columns& mass) {
  Rigid<S> at = Rigid<S>::of(body);
  at.add(memory.composites[body.body]);
  const S *h = at.h, *j = at.j;
  const S upper[6][6] = {{j[XX]},
                         {j[XY], j[YY]},
                         {j[XZ], j[YZ], j[ZZ]},
                         {0, h[Z], -h[Y], at.mass},
                         {-h[Z], 0, h[X], 0, at.mass},
                         {h[Y], -h[X], 0, 0, 0, at.mass}};
  for (int k = 0; k < 6; ++k) {
    auto column = mass.of(dof + k);
    S* here = column.next(dof, k);
    for (int row = 0; row <= k; ++row) here[row] = upper[k][row];
    column.finish();
  }
}

/// The lower triangle from the upper, by blocks that fit into the nearest cache.
template <typename S>
void mirror(S* mass, int size, int stride) {
  constexpr int block = 8;
  const std::ptrdiff_t step = stride;
  for (int left = 0; left < size; left += block)
    for (int top = left; top < size; top += block)
      for (int column = left; column < left + block && column < size; ++column)
        for (int row = top > column ? top : column + 1; row < top + block && row < size; ++row)
          mass[row + column * step] = mass[column + row * step];
}

}  // namespace
}  // namespace linkwork::hinges
