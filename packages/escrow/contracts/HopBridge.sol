// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {HopRoute} from "./EscrowTypes.sol";
import {IHopBridge} from "./interfaces/IHopBridge.sol";
import {ITeleporterMessenger, ITeleporterRegistry, ITokenTransferrer, SendTokensInput} from "./interfaces/ITokenTransferrer.sol";

/// @title Sends what a hop vault pays on to another chain, by registered routes only
/// @notice The owner can add a route, which opens after a delay, and close one, which takes effect at once. A route is
///         never changed and never opened again. A recipient whose route is closed is paid on this chain.
contract HopBridge is IHopBridge, Ownable2Step {
    using SafeERC20 for IERC20;

    /// @notice How a token reaches a destination.
    /// @param transferrer The token's home or remote on this chain.
    /// @param destTransferrer Its counterpart on the destination.
    /// @param requiredGasLimit The gas that the delivery is given.
    /// @param opensAt Unix seconds from which the route can be used; zero: there is no such route.
    /// @param isClosed Whether the route was closed.
    struct Route {
        address transferrer;
        uint40 opensAt;
        bool isClosed;
        address destTransferrer;
        uint256 requiredGasLimit;
    }

    /// @notice Teleporter's registry. Token transferrers ask it for the newest messenger whenever they send, so the bridge
    ///         does as well: a message id of another messenger would name no message.
    ITeleporterRegistry public immutable TELEPORTER_REGISTRY;

    /// @notice Seconds between adding a route and its use.
    uint32 public immutable DELAY;

    mapping(address token => mapping(bytes32 destBlockchainId => Route)) private _routes;

    /// @notice A route was added, and opens after the delay.
    /// @param token The token.
    /// @param destBlockchainId Where it goes.
    /// @param transferrer The token's home or remote on this chain.
    /// @param destTransferrer Its counterpart on the destination.
    /// @param requiredGasLimit The gas that a delivery is given.
    /// @param opensAt Unix seconds from which the route can be used.
    event RouteAdded(
        address indexed token,
        bytes32 indexed destBlockchainId,
        address transferrer,
        address destTransferrer,
        uint256 requiredGasLimit,
        uint256 opensAt
    );
    /// @notice A route was closed, at once and for ever.
    /// @param token The token.
    /// @param destBlockchainId Where it went.
    event RouteClosed(address indexed token, bytes32 indexed destBlockchainId);
    /// @notice A vault's amount was sent on.
    /// @param messageId The message that carries it.
    /// @param vault The vault.
    /// @param destBlockchainId Where it goes.
    /// @param token The token.
    /// @param amount What is sent on, in base units, without the fee.
    /// @param relayerFee The fee of the bridge's relayer.
    event HopDispatched(
        bytes32 indexed messageId,
        address indexed vault,
        bytes32 indexed destBlockchainId,
        address token,
        uint256 amount,
        uint256 relayerFee
    );

    /// @notice There is a route already, and routes do not change.
    error RouteExists();
    /// @notice The route is missing, not open yet, or closed.
    error RouteNotOpen();
    /// @notice An address is zero, has no code, or the gas limit is zero.
    error InvalidRoute();
    /// @notice The fee must be in the token and below the amount.
    error InvalidFee();
    /// @notice The transferrer did not take exactly what it was given.
    error TransferrerMismatch();
    /// @notice Without an owner no account could close a route that has gone bad.
    error OwnerNeeded();

    /// @notice A bridge without routes.
    /// @param owner_ Who may add and close routes.
    /// @param teleporterRegistry Teleporter's registry.
    /// @param delay Seconds between adding a route and its use.
    constructor(address owner_, ITeleporterRegistry teleporterRegistry, uint32 delay) Ownable(owner_) {
        TELEPORTER_REGISTRY = teleporterRegistry;
        DELAY = delay;
    }

    /// @notice Adds a route. It opens after the delay.
    /// @param token The token.
    /// @param destBlockchainId The destination's blockchain id.
    /// @param transferrer The token's home or remote on this chain.
    /// @param destTransferrer Its counterpart on the destination.
    /// @param requiredGasLimit The gas that a delivery is given.
    function addRoute(
        address token,
        bytes32 destBlockchainId,
        address transferrer,
        address destTransferrer,
        uint256 requiredGasLimit
    ) external onlyOwner {
        if (_routes[token][destBlockchainId].opensAt != 0) revert RouteExists();
        bool hasCode = token.code.length != 0 && transferrer.code.length != 0;
        if (!hasCode || destTransferrer == address(0) || requiredGasLimit == 0) revert InvalidRoute();
        uint40 opensAt = uint40(block.timestamp) + DELAY;
        _routes[token][destBlockchainId] = Route({
            transferrer: transferrer,
            opensAt: opensAt,
            isClosed: false,
            destTransferrer: destTransferrer,
            requiredGasLimit: requiredGasLimit
        });
        emit RouteAdded(token, destBlockchainId, transferrer, destTransferrer, requiredGasLimit, opensAt);
    }

    /// @notice Closes a route at once, and for ever.
    /// @param token The token.
    /// @param destBlockchainId The destination's blockchain id.
    function closeRoute(address token, bytes32 destBlockchainId) external onlyOwner {
        Route storage route = _routes[token][destBlockchainId];
        if (route.opensAt == 0 || route.isClosed) revert RouteNotOpen();
        route.isClosed = true;
        emit RouteClosed(token, destBlockchainId);
    }

    /// @inheritdoc IHopBridge
    function dispatch(address token, uint256 amount, HopRoute calldata hop) external returns (bytes32 messageId) {
        if (!isRouteOpen(token, hop.destBlockchainId)) revert RouteNotOpen();
        if (hop.feeToken != token || hop.relayerFee >= amount) revert InvalidFee();
        Route memory route = _routes[token][hop.destBlockchainId];
        uint256 balance = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        IERC20(token).forceApprove(route.transferrer, amount);
        messageId = messenger().getNextMessageID(hop.destBlockchainId);
        ITokenTransferrer(route.transferrer).send(
            SendTokensInput({
                destinationBlockchainID: hop.destBlockchainId,
                destinationTokenTransferrerAddress: route.destTransferrer,
                recipient: hop.hopRecipient,
                primaryFeeTokenAddress: token,
                primaryFee: hop.relayerFee,
                secondaryFee: 0,
                requiredGasLimit: route.requiredGasLimit,
                multiHopFallback: address(0)
            }),
            amount - hop.relayerFee
        );
        bool isExact = IERC20(token).balanceOf(address(this)) == balance;
        if (!isExact || IERC20(token).allowance(address(this), route.transferrer) != 0) revert TransferrerMismatch();
        emit HopDispatched(messageId, msg.sender, hop.destBlockchainId, token, amount - hop.relayerFee, hop.relayerFee);
    }

    /// @notice The messenger that carries the messages now.
    function messenger() public view returns (ITeleporterMessenger) {
        return TELEPORTER_REGISTRY.getLatestTeleporter();
    }

    /// @notice Refused.
    function renounceOwnership() public pure override {
        revert OwnerNeeded();
    }

    /// @notice The route, as it was added; all zero where there is none.
    /// @param token The token.
    /// @param destBlockchainId The destination's blockchain id.
    function getRoute(address token, bytes32 destBlockchainId) external view returns (Route memory) {
        return _routes[token][destBlockchainId];
    }

    /// @notice Whether the route can be used now.
    /// @param token The token.
    /// @param destBlockchainId The destination's blockchain id.
    function isRouteOpen(address token, bytes32 destBlockchainId) public view returns (bool) {
        Route storage route = _routes[token][destBlockchainId];
        return route.opensAt != 0 && block.timestamp >= route.opensAt && !route.isClosed;
    }
}
