// Replaces the header of this name that Pinocchio's own build writes; the sources alone have
// none.
#pragma once

#define PINOCCHIO_VERSION "3.7.0"
#define PINOCCHIO_MAJOR_VERSION 3
#define PINOCCHIO_MINOR_VERSION 7
#define PINOCCHIO_PATCH_VERSION 0
#define PINOCCHIO_VERSION_AT_LEAST(major, minor, patch)                                         \
  (PINOCCHIO_MAJOR_VERSION * 10000 + PINOCCHIO_MINOR_VERSION * 100 + PINOCCHIO_PATCH_VERSION >= \
   (major)*10000 + (minor)*100 + (patch))
#define PINOCCHIO_DLLIMPORT
#define PINOCCHIO_DLLEXPORT
#define PINOCCHIO_DLLAPI
#define PINOCCHIO_LOCAL
#define PINOCCHIO_EXPLICIT_INSTANTIATION_DECLARATION_DLLAPI
#define PINOCCHIO_EXPLICIT_INSTANTIATION_DEFINITION_DLLAPI
