// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "proxbridge",
    products: [
        .executable(name: "proxbridge", targets: ["proxbridge"]),
        .library(name: "ProximityCore", targets: ["ProximityCore"]),
    ],
    targets: [
        .systemLibrary(name: "CSystem"),
        .systemLibrary(
            name: "CLibevdev",
            pkgConfig: "libevdev",
            providers: [.apt(["libevdev-dev"])]
        ),
        .systemLibrary(
            name: "CYaml",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"])]
        ),
        .target(name: "System", dependencies: ["CSystem"], swiftSettings: strict),
        .target(name: "Evdev", dependencies: ["CLibevdev", "System"], swiftSettings: strict),
        .target(name: "ProximityCore", swiftSettings: strict),
        .target(
            name: "Recording",
            dependencies: ["CYaml", "ProximityCore"],
            swiftSettings: strict
        ),
        .target(
            name: "Bridge",
            dependencies: ["System", "Evdev", "ProximityCore", "Recording"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "proxbridge",
            dependencies: ["System", "Evdev", "ProximityCore", "Recording", "Bridge"],
            swiftSettings: strict
        ),
        .testTarget(name: "SystemTests", dependencies: ["System"]),
        .testTarget(name: "EvdevTests", dependencies: ["Evdev"]),
        .testTarget(name: "ProximityCoreTests", dependencies: ["ProximityCore"]),
        .testTarget(name: "RecordingTests", dependencies: ["Recording", "ProximityCore"]),
        .testTarget(name: "BridgeTests", dependencies: ["Bridge", "System", "ProximityCore"]),
        .testTarget(name: "proxbridgeTests", dependencies: ["proxbridge"]),
    ]
)
