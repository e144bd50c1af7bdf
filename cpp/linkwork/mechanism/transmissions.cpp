#include "linkwork/parts.hpp"

namespace linkwork {

void addCoupledRotor(Mechanism& mechanism, const Joint& seat, Body rotor,
                     const std::string& coupling, const std::vector<CouplingTerm>& driven) {
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

void addRotor(Mechanism& mechanism, const Joint& driven, Body rotor, double ratio) {
  addCoupledRotor(mechanism, driven, std::move(rotor), driven.name + "Gear",
                  {{driven.name, ratio}});
}

void addBeltRotors(Mechanism& mechanism, std::span<const Joint> driven, std::vector<Body> rotors,
                   double ratio, double beltRatio) {
  std::vector<CouplingTerm> terms;
  double coefficient = ratio;
  for (std::size_t i = 0; i < driven.size(); ++i) {
    terms.push_back({driven[i].name, coefficient});
    addCoupledRotor(mechanism, driven.front(), std::move(rotors[i]), driven[i].name + "Belt",
                    terms);
    coefficient *= beltRatio;
  }
}

Joint addCrank(Mechanism& mechanism, const Crank& crank, double angle) {
  Joint joint;
  joint.type = JointType::revolute;
  joint.name = joint.child = crank.name;
  joint.parent = crank.parent;
  joint.axis = crank.axis;
  joint.parentFrame.position = crank.pivot;

  Loop rod;
  rod.type = JointType::rod;
  rod.name = crank.name + "Rod";
  rod.parent = crank.name;
  rod.child = crank.driven;
  rod.parentFrame.position = crank.pin;
  rod.childFrame.position = crank.point;
  rod.length = crank.length;

  Body body;
  body.name = crank.name;
  mechanism.bodies.push_back(std::move(body));
  mechanism.joints.push_back(joint);
  mechanism.loops.push_back(std::move(rod));
  if (mechanism.initialState) mechanism.initialState->q[crank.name] = {angle};
  return joint;
}

}  // namespace linkwork
