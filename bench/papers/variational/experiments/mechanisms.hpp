#pragma once

#include "linkwork/mechanism.hpp"

/// The mechanisms of the papers' experiments that are not in the catalogue as such.
namespace linkwork::bench {

/// Lee's serial chain: links of 1 m and 1 kg on revolute joints whose axes alternate, released
/// 1 rad from hanging.
Mechanism serialChain(int links, double gravity = 9.81);

/// The chain that Lee's published code times: links of 1.5 m and 1 kg on parallel revolute joints,
/// without gravity. Their moment of inertia of 1 kg·m² about every axis is the default of their
/// library.
Mechanism boxChain(int links);

/// Brüdigam's pendulums: links of 1 m and 1 kg in a row on parallel revolute joints, or on balls.
Mechanism pendulum(int links, JointType joint = JointType::revolute);

/// A pendulum whose end is also on a revolute joint of the world: one loop through all links, which
/// hang in an arc 0.7 times as wide as they are long. Gravity is slanted: they also swing sideways.
Mechanism closedPendulum(int links, JointType joint = JointType::revolute);

/// Segments of four equal bars, each a rhombus that hangs by its upper corner from the lower corner
/// of the one before: two dofs each. A rhombus is singular where its two upper bars lie on each
/// other, or in one line. The first starts leaning, half open, the others hang from it.
Mechanism rhombusChain(int segments);

/// The quadruped of the catalogue, hanging from its spring without the parallel damper.
Mechanism hangingMinitaur();

}  // namespace linkwork::bench
