# Bills of materials (CycloneDX 1.6) of what is linked into the programs and into libwarpmark_cub-X.Y.so. Each
# place that finds a dependency adds its component, with the version that was found. Nothing in the files
# depends on the time or the folder of the build, so equal builds have equal ones.

# warpmark_component(PRODUCT NAME version licence purl): `licence` is an SPDX expression; the version is
# appended to `purl`. An empty version is an error, since scanners look for vulnerabilities by it.
function(warpmark_component product name version licence purl)
  if(version STREQUAL "")
    message(FATAL_ERROR "${name}: its version is unknown; expected its package to tell it")
  endif()
  string(CONFIGURE [[{
    "type": "library", "bom-ref": "@name@", "name": "@name@", "version": "@version@",
    "licenses": [{"expression": "@licence@"}], "purl": "@purl@@version@"
  }]] component @ONLY)
  set_property(GLOBAL APPEND PROPERTY warpmark_components_${product} "${component}")
  set_property(GLOBAL APPEND PROPERTY warpmark_component_names_${product} "\"${name}\"")
endfunction()

# warpmark_write_sbom(PRODUCT type): writes PRODUCT.cdx.json into the build folder, and installs it where
# PEP 770 has it in a wheel. `type` is one of CycloneDX: application or library.
function(warpmark_write_sbom product type)
  get_property(components GLOBAL PROPERTY warpmark_components_${product})
  get_property(names GLOBAL PROPERTY warpmark_component_names_${product})
  list(JOIN components "," components)
  list(JOIN names ", " names)
  set(file "${CMAKE_BINARY_DIR}/${product}.cdx.json")
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[{
  "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
  "bomFormat": "CycloneDX",
  "specVersion": "1.6",
  "version": 1,
  "metadata": {
    "component": {
      "type": "@type@", "bom-ref": "@product@", "name": "@product@", "version": "@PROJECT_VERSION@",
      "licenses": [{"expression": "Apache-2.0"}], "purl": "pkg:pypi/@product@@@PROJECT_VERSION@"
    },
    "tools": {"components": [{"type": "application", "name": "cmake", "version": "@CMAKE_VERSION@"}]}
  },
  "components": [@components@],
  "dependencies": [{"ref": "@product@", "dependsOn": [@names@]}]
}
]])
  if(SKBUILD)
    install(FILES "${file}" DESTINATION "${SKBUILD_METADATA_DIR}/sboms" COMPONENT ${product})
  endif()
endfunction()
