"""The C libraries of Lacuna for Conan 2, from the archives that `cargo xtask dist` makes.

    conan create target/dist/conan                      # the shared libraries
    conan create target/dist/conan -o "&:shared=False"  # the static library of kernels

`conandata.yml`, which `cargo xtask dist` writes beside this file, has the archive of each platform.
"""

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, get


class LacunaConan(ConanFile):
    name = "lacuna-sparse"
    description = "Allocation-free sparse kernels for machine learning, with the same bits on every processor"
    license = "MIT OR Apache-2.0"
    topics = ("sparse", "csr", "machine-learning", "optimizers", "libsvm")
    package_type = "library"
    settings = "os", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": True}

    def set_version(self):
        self.version = self.version or next(iter((self.conan_data or {}).get("sources", {})), None)

    def _archive(self):
        platform = f"{self.settings.os}-{self.settings.arch}"
        return self.conan_data["sources"].get(self.version, {}).get(platform)

    def validate(self):
        if self._archive() is None:
            raise ConanInvalidConfiguration(f"there is no archive of {self.version} for {self.settings.os}, {self.settings.arch}")

    def build(self):
        get(self, **self._archive(), strip_root=True)

    def package(self):
        copy(self, "LICENSE-*", self.build_folder, f"{self.package_folder}/licenses")
        copy(self, "*", f"{self.build_folder}/include", f"{self.package_folder}/include")
        kinds = "*.so*" if self.options.shared else "*.a"
        copy(self, kinds, f"{self.build_folder}/lib", f"{self.package_folder}/lib")

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "lacuna-sparse")
        kernels = self.cpp_info.components["lacuna"]
        kernels.libs = ["lacuna"]
        kernels.set_property("cmake_target_name", "Lacuna::lacuna")
        kernels.set_property("pkg_config_name", "lacuna")
        if not self.options.shared:
            # A program has only the kernels that it calls.
            kernels.exelinkflags = kernels.sharedlinkflags = ["-Wl,--gc-sections"]
            return
        runtime = self.cpp_info.components["lacuna_runtime"]
        runtime.libs = ["lacuna_runtime"]
        runtime.set_property("cmake_target_name", "Lacuna::lacuna_runtime")
        runtime.set_property("pkg_config_name", "lacuna_runtime")
