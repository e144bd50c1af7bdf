#include "linkwork/mechanism/transmissions.hpp"

namespace linkwork {

namespace {

/// Adds a rotor about a joint's axis on the joint's parent, tied by  q_rotor = Σ coefficient · q.
void addTiedRotor(Mechanism& mechanism, const Joint& seat, Body rotor, const std::string& coupling,
                  const std::vector<CouplingTerm>& driven) {
  Joint spin;
  spin.type = JointType::revolute;
  spin.name = spin.child = rotor.name;
  spin.parent = seat.parent;
  spin.axis = seat.axis;
  spin.parentFrame = seat.parentFrame;

  Coupling tie{coupling, {{spin.name, 1}}, 0};
  const auto follow = [&](JointValues& values) {
    double value = 0;
    bool isGiven = false;
    for (const CouplingTerm& term : driven)
      if (const auto found = values.find(term.joint); found != values.end()) {
        value += term.coefficient * found->second.front();
        isGiven = true;
      }
    if (isGiven) values[spin.name] = {value};
  };
  if (mechanism.initialState) {
    follow(mechanism.initialState->q);
    follow(mechanism.initialState->v);
  }
  for (const CouplingTerm& term : driven) tie.terms.push_back({term.joint, -term.coefficient});
  mechanism.couplings.push_back(std::move(tie));
  mechanism.joints.push_back(std::move(spin));
  mechanism.bodies.push_back(std::move(rotor));
}

}  // namespace

void addRotor(Mechanism& mechanism, const Joint& driven, Body rotor, double ratio) {
  addTiedRotor(mechanism, driven, std::move(rotor), driven.name + "Gear", {{driven.name, ratio}});
}

void addBeltRotors(Mechanism& mechanism, std::span<const Joint> driven, std::vector<Body> rotors,
                   double ratio, double beltRatio) {
  std::vector<CouplingTerm> terms;
  double coefficient = ratio;
  for (std::size_t i = 0; i < driven.size(); ++i) {
    terms.push_back({driven[i].name, coefficient});
    addTiedRotor(mechanism, driven.front(), std::move(rotors[i]), driven[i].name + "Belt", terms);
    coefficient *= beltRatio;
  }
}

}  // namespace linkwork
